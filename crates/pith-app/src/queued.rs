//! What waits for its turn, as people see it: texts. The messages themselves belong to the run.

use pith_types::{AgentMessage, Content, Message};

use crate::event::AppEvent;
use crate::input::Route;

/// The texts that wait, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Queued {
    steering: Vec<String>,
    follow_up: Vec<String>,
}

impl Queued {
    /// A text was put into a queue. Says whether anything changed.
    pub(crate) fn waits(&mut self, content: &[Content], route: Route) -> bool {
        let text: String = content.iter().filter_map(Content::as_text).collect();
        match route {
            Route::Start => return false,
            Route::Steer => self.steering.push(text),
            Route::FollowUp => self.follow_up.push(text),
        }
        true
    }

    /// A message entered the transcript: if its text waited, it does no longer. Says whether anything changed.
    pub(crate) fn delivered(&mut self, message: &AgentMessage) -> bool {
        let AgentMessage::Model(Message::User(user)) = message else { return false };
        let text = user.content.to_text();
        let queue = [&mut self.steering, &mut self.follow_up].into_iter().find(|queue| queue.contains(&text));
        let place = queue.and_then(|queue| Some((queue.iter().position(|waiting| *waiting == text)?, queue)));
        place.map(|(index, queue)| queue.remove(index)).is_some()
    }

    /// Takes all of it: what was to steer, and what was for the run's end.
    pub(crate) fn take(&mut self) -> (Vec<String>, Vec<String>) {
        (std::mem::take(&mut self.steering), std::mem::take(&mut self.follow_up))
    }

    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.steering.is_empty() && self.follow_up.is_empty()
    }

    /// The queues as they are.
    pub(crate) fn event(&self) -> AppEvent {
        AppEvent::QueueUpdate { steering: self.steering.clone(), follow_up: self.follow_up.clone() }
    }
}
