//! Large pictures in a folder beside the session file, each once, under the sum of its content (the setting
//! `sessionImages`). In the line of an entry their data are empty then, and `beside` names the file; whoever reads the
//! entry is given the data as if they stood there.

use std::{
    borrow::Cow,
    fs, io,
    path::{Path, PathBuf},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use memchr::memmem;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::file;

/// Bytes above which a picture is large.
const LARGE: usize = 64 * 1024;

/// Where the file is named.
const KEY: &str = "beside";

/// The folder of a session's pictures. It is no session's name.
pub(crate) fn folder_of(session: &Path) -> PathBuf {
    let mut path = session.as_os_str().to_owned();
    path.push(".images");
    PathBuf::from(path)
}

/// An entry's line without the large pictures in it, which are in the folder by then; nothing when there are none, or when
/// they cannot be put there.
pub(crate) fn put_beside(line: &str, session: &Path) -> Option<String> {
    if line.len() <= LARGE || memmem::find(line.as_bytes(), b"\"image\"").is_none() {
        return None;
    }
    let mut entry: Value = pith_types::parse_json(line).ok()?;
    let mut moved = false;
    each_image(&mut entry, &mut |image| {
        let Some(bytes) = large(image) else { return Ok(()) };
        let name = format!("{}.{}", sum(&bytes), ending(image));
        keep(&bytes, &folder_of(session), &name)?;
        image.insert("data".to_owned(), "".into());
        image.insert(KEY.to_owned(), name.into());
        moved = true;
        Ok(())
    })
    .ok()?;
    moved.then(|| entry.to_string())
}

/// An entry's line with its pictures in it again. Where one is gone a text says so.
pub(crate) fn put_back<'a>(line: Cow<'a, str>, session: &Path) -> Cow<'a, str> {
    if memmem::find(line.as_bytes(), b"\"beside\":\"").is_none() {
        return line;
    }
    let Ok(mut entry) = pith_types::parse_json::<Value>(&line) else { return line };
    let mut found = false;
    let _ = each_image(&mut entry, &mut |image| {
        let Some(name) = image.get(KEY).and_then(Value::as_str).filter(|name| is_name(name)).map(str::to_owned) else {
            return Ok(());
        };
        found = true;
        let folder = folder_of(session);
        match fs::read(folder.join(&name)).ok().filter(|bytes| name.starts_with(&sum(bytes))) {
            Some(bytes) => {
                image.insert("data".to_owned(), STANDARD.encode(bytes).into());
                image.shift_remove(KEY);
            }
            None => {
                let text = format!("[a picture is missing: `{}`]", folder.join(&name).display());
                *image = Map::from_iter([("type".to_owned(), "text".into()), ("text".to_owned(), text.into())]);
            }
        }
        Ok(())
    });
    if found { Cow::Owned(entry.to_string()) } else { line }
}

/// Copies the pictures of a session for a copy of it.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for name in names(&folder_of(from)) {
        keep(&fs::read(folder_of(from).join(&name))?, &folder_of(to), &name)?;
    }
    Ok(())
}

/// Removes the pictures of a session that is gone.
pub(crate) fn remove(session: &Path) {
    let folder = folder_of(session);
    for name in names(&folder) {
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_dir(folder);
}

/// Goes to every picture in a value.
fn each_image(value: &mut Value, take: &mut dyn FnMut(&mut Map<String, Value>) -> io::Result<()>) -> io::Result<()> {
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match value {
            Value::Array(values) => todo.extend(values),
            Value::Object(object) if object.get("type").is_some_and(|kind| kind == "image") => take(object)?,
            Value::Object(object) => todo.extend(object.values_mut()),
            _ => {}
        }
    }
    Ok(())
}

/// The bytes of a picture that is large, where its data are written as they would be here.
fn large(image: &Map<String, Value>) -> Option<Vec<u8>> {
    let data = image.get("data")?.as_str().filter(|data| data.len() > LARGE && !image.contains_key(KEY))?;
    STANDARD.decode(data).ok().filter(|bytes| bytes.len() > LARGE && STANDARD.encode(bytes) == data)
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn ending(image: &Map<String, Value>) -> &'static str {
    match image.get("mimeType").and_then(Value::as_str) {
        Some("image/png") => "png",
        Some("image/jpeg") => "jpg",
        Some("image/gif") => "gif",
        Some("image/webp") => "webp",
        _ => "bin",
    }
}

/// Whether a text is the name of a picture's file here.
fn is_name(name: &str) -> bool {
    let Some((sum, ending)) = name.split_once('.') else { return false };
    sum.len() == 64
        && sum.bytes().all(|byte| byte.is_ascii_hexdigit())
        && ending.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn names(folder: &Path) -> Vec<String> {
    let names =
        fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| is_name(name)).collect()
}

/// Puts a picture into the folder, unless it is there.
fn keep(bytes: &[u8], folder: &Path, name: &str) -> io::Result<()> {
    let path = folder.join(name);
    if fs::metadata(&path).is_ok_and(|about| about.len() == bytes.len() as u64) {
        return Ok(());
    }
    file::create_private_folder(folder)?;
    file::write_over(&path, |out| out.write_all(bytes))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use std::sync::Arc;

    use pith_types::{Content, Message, UserContent, UserMessage};

    use super::*;
    use crate::{
        EntryKind, ForkPosition, Session, listing,
        session::tests::{Folder, lines, open, owner, user},
        stamps::tests::Fixed,
    };

    fn picture(seed: u8, size: usize) -> Content {
        let bytes: Vec<u8> =
            (0..=u8::MAX).cycle().map(|at| at.wrapping_mul(31).wrapping_add(seed)).take(size).collect();
        Content::Image { data: STANDARD.encode(bytes), mime_type: "image/png".to_owned() }
    }

    fn shown(pictures: Vec<Content>) -> EntryKind {
        let content = UserContent::Blocks(std::iter::once(Content::text("look")).chain(pictures).collect());
        EntryKind::message(Message::User(UserMessage { content, timestamp: 1 }.into()))
    }

    /// A session with two large pictures, one of them twice, and a small one.
    fn session(folder: &Folder) -> Session {
        let mut session = folder.session();
        session.keep_images_beside(true);
        session.append(shown(vec![picture(1, 100_000), picture(3, 1_000)]));
        session.append(shown(vec![picture(1, 100_000), picture(2, 70_000)]));
        session
    }

    #[test]
    fn large_pictures_are_kept_once_beside_the_file_and_read_as_if_they_stood_in_it() {
        let folder = Folder::new();
        let session = session(&folder);
        let before = format!("{:?}", session.context());
        let path = session.path().unwrap().to_owned();
        assert!(fs::metadata(&path).unwrap().len() < 6_000);
        assert_eq!(names(&folder_of(&path)).len(), 2);
        drop(session);
        let opened = open(&path).unwrap();
        assert_eq!(format!("{:?}", opened.context()), before);
        assert!(before.len() > 300_000);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            let name = names(&folder_of(&path)).pop().unwrap();
            assert_eq!((mode(&folder_of(&path)), mode(&folder_of(&path).join(name))), (0o700, 0o600));
        }
    }

    #[test]
    fn without_the_wish_everything_stands_in_the_file() {
        let folder = Folder::new();
        let mut session = folder.session();
        session.append(shown(vec![picture(1, 100_000)]));
        assert!(!folder_of(session.path().unwrap()).exists());
        assert!(lines(&session).last().unwrap().len() > 100_000);
    }

    #[test]
    fn exports_forks_and_pages_have_the_pictures_in_them_and_an_import_has_its_own() {
        let folder = Folder::new();
        let session = session(&folder);
        let context = format!("{:?}", session.context().messages);
        let exported = folder.path("exported.jsonl");
        session.export_jsonl(&exported).unwrap();
        let told = |path: &Path| format!("{:?}", open(path).unwrap().context().messages);
        assert_eq!(told(&exported), context);
        assert!(!folder_of(&exported).exists() && fs::metadata(&exported).unwrap().len() > 300_000);
        let forked = session.fork(session.leaf().unwrap().as_str(), ForkPosition::At).unwrap().session;
        assert_eq!(format!("{:?}", forked.context().messages), context);
        let Content::Image { data, .. } = picture(2, 70_000) else { return };
        assert!(session.to_html().contains(&data));
        let from = session.path().unwrap().to_owned();
        let header = lines(&session).first().unwrap().replace("\"/work\"", &format!("{:?}", folder.path("")));
        let text: String = lines(&session).iter().skip(1).map(|line| format!("{line}\n")).collect();
        drop(session);
        fs::write(&from, format!("{header}\n{text}")).unwrap();
        let imported =
            Session::import(&from, &folder.path("other"), Path::new("/"), owner(), Arc::new(Fixed::default())).unwrap();
        remove(&from);
        assert_eq!(format!("{:?}", imported.context().messages), context);
    }

    #[test]
    fn what_a_session_is_made_of_keeps_the_wish() {
        let folder = Folder::new();
        let session = session(&folder);
        let mut clone = session.clone_branch().unwrap();
        clone.append(shown(vec![picture(7, 80_000)]));
        assert_eq!(names(&folder_of(clone.path().unwrap())).len(), 1);
    }

    #[test]
    fn a_picture_that_is_gone_or_another_is_told_in_its_place() {
        let folder = Folder::new();
        let session = session(&folder);
        let [one, other] = names(&folder_of(session.path().unwrap())).try_into().unwrap();
        let beside = folder_of(session.path().unwrap());
        fs::remove_file(beside.join(&one)).unwrap();
        fs::write(beside.join(&other), "something else").unwrap();
        let told = format!("{:?}", session.context().messages);
        assert!(told.contains(&format!("{one}`]")) && told.contains(&format!("{other}`]")), "{told}");
    }

    #[test]
    fn a_name_leads_nowhere_else_and_what_only_looks_like_one_is_left_alone() {
        for name in ["../../etc/passwd", "x.png", ""] {
            let line = format!(r#"{{"type":"image","data":"","beside":"{name}"}}"#);
            assert_eq!(put_back(Cow::Borrowed(&line), Path::new("/s.jsonl")), line);
        }
    }

    #[test]
    fn pictures_go_with_their_session() {
        let folder = Folder::new();
        let mut session = session(&folder);
        session.append(user("more"));
        let path = session.path().unwrap().to_owned();
        drop(session);
        listing::remove(&path, &owner()).unwrap();
        assert!(!folder_of(&path).exists());
    }
}
