//! Just enough HTTP/1.1 to take a request and to answer it.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::{Received, Reply, Shared, dialect::Dialect, reply::End};

/// Takes one request and answers it from the script.
pub(super) fn serve(connection: TcpStream, shared: &Shared) {
    // A client may go away at any time; that is its right, and what some tests are about.
    _ = exchange(connection, shared);
}

fn exchange(mut connection: TcpStream, shared: &Shared) -> io::Result<()> {
    let Some(received) = read(&connection)? else { return Ok(()) };
    let model = model(&received);
    let dialect = Dialect::of(&received.line);
    let unsigned = if dialect == Dialect::Converse { shared.fault_of(&received) } else { None };
    let (number, reply) = shared.take(received);
    let reply = match (unsigned, reply) {
        (Some(fault), _) => Reply::status(403, &json!({"message": fault})),
        (None, Some(reply)) => reply,
        (None, None) => Reply::status(500, &json!({"error": {"message": "the scripted server has no more replies"}})),
    };
    if let Some(gate) = &reply.gate {
        gate.wait();
    }
    let body = reply.bytes(dialect, number, &model);
    let mut head = format!("HTTP/1.1 {} {}\r\nconnection: close\r\n", reply.status, reason(reply.status));
    for (name, value) in &reply.headers(dialect) {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    // A body that is cut or hangs is shorter than it says.
    let said = if reply.end == End::Whole { body.len() } else { body.len() + 1 };
    head.push_str(&format!("content-length: {said}\r\n\r\n"));
    connection.write_all(head.as_bytes())?;
    connection.write_all(&body)?;
    connection.flush()?;
    if reply.end == End::Hang {
        shared.hold(connection);
    }
    Ok(())
}

/// The model that is asked: of the payload, or of the path where it stands there.
fn model(received: &Received) -> Value {
    let of_path = || {
        let (_, rest) = received.line.split_once("/models/").or_else(|| received.line.split_once("/model/"))?;
        rest.split([':', '/']).next().map(Value::from)
    };
    match &received.body["model"] {
        Value::Null => of_path().unwrap_or_default(),
        model => model.clone(),
    }
}

pub(super) fn read(connection: &TcpStream) -> io::Result<Option<Received>> {
    let mut reader = BufReader::new(connection);
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let line = line.trim_end().trim_end_matches(" HTTP/1.1").to_owned();
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header)?;
        match header.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.trim().to_owned())),
            None => break,
        }
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
    let mut bytes = vec![0; length];
    reader.read_exact(&mut bytes)?;
    let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    Ok(Some(Received { line, headers, body, bytes }))
}

pub(super) fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "Answer",
    }
}
