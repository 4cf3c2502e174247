//! What native functions do, called from JavaScript: files, programs, requests.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::{SocketAddr, TcpListener},
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    rights::Rules,
    runtime::{CallFailure, StopReason},
    testing::{World, check},
};

/// A file whose default export is this body, with one area at hand and text helpers.
fn using(area: &str, body: &str) -> String {
    format!(
        "const {{ {area} }} = new Proxy({{}} as any, {{ get: (_, name) => (globalThis as any).native(name) }});\n\
         const text = (bytes: any) => String.fromCharCode(...bytes), bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));\n\
         const code = (work: () => unknown) => {{ try {{ return work() }} catch (error: any) {{ return error.code }} }};\n\
         export default async (arg: any) => {{ {body} }};\n"
    )
}

#[tokio::test]
async fn files_are_written_read_and_described() {
    let body = r#"
        fs.writeFile("a", bytes("one"), "w"); fs.writeFile("a", bytes(" two"), "a");
        const about = fs.stat("a");
        fs.copyFile("a", "b"); fs.rename("b", "c"); fs.symlink("c", "link");
        return [text(fs.readFile("a")), about.size, (about.mode & 0o170000) === 0o100000, about.mtimeMs > 1e12,
            code(() => fs.writeFile("a", bytes(""), "wx")), code(() => fs.readFile("none")), code(() => fs.readFile(".")),
            code(() => fs.copyFile("a", "c", true)), fs.readlink("link"), fs.realpath("link").endsWith("/c"),
            (fs.lstat("link").mode & 0o170000) === 0o120000, code(() => fs.access("c", 4)) ?? null, code(() => fs.access("none"))];
    "#;
    let expected =
        json!(["one two", 7, true, true, "EEXIST", "ENOENT", "EISDIR", "EEXIST", "c", true, true, null, "ENOENT"]);
    check(&[("main.ts", &using("fs", body))], expected).await;
}

#[tokio::test]
async fn folders_are_made_listed_and_removed() {
    let body = r#"
        fs.mkdir("d"); fs.writeFile("d/z", bytes("1"), "w"); fs.mkdir("d/a");
        const made = fs.mkdtemp("d/t-");
        const listed = fs.readdir("d");
        fs.rmdir(made);
        return [listed.slice(0, 2), listed.slice(-2), made.startsWith("d/t-") && made.length === 10,
            code(() => fs.mkdir("d")), code(() => fs.rmdir("d")), code(() => fs.unlink("d/none"))];
    "#;
    let expected = json!([["a", "dir"], ["z", "file"], true, "EEXIST", "ENOTEMPTY", "ENOENT"]);
    check(&[("main.ts", &using("fs", body))], expected).await;
}

#[tokio::test]
async fn open_files_are_read_and_written_at_any_place() {
    let body = r#"
        const file = fs.open("f", 0o2 | 0o100, 0o644);
        fs.write(file, bytes("hello world"), 0, 11, -1); fs.write(file, bytes("HELLO"), 1, 2, 1);
        const room = new Uint8Array(6), read = fs.read(file, room, 1, 5, 0);
        fs.ftruncate(file, 3); const size = fs.fstat(file).size;
        fs.close(file);
        return [read, text(room.slice(1)), size, code(() => fs.close(file)), code(() => fs.open("none", 0, 0o666))];
    "#;
    check(&[("main.ts", &using("fs", body))], json!([5, "hELlo", 3, "EBADF", "ENOENT"])).await;
}

#[tokio::test]
async fn changes_of_a_folder_are_heard_until_the_watch_is_closed() {
    let body = r#"
        let watch: any;
        const first = await new Promise<any>((heard) => {
            watch = fs.watch(".", false, heard);
            fs.writeFile("new", bytes("1"), "w");
        });
        watch.close();
        return first;
    "#;
    let body = using("fs", body);
    check(&[("main.ts", &body)], json!(["rename", "new"])).await;
}

#[tokio::test]
async fn a_program_is_talked_to_while_it_runs() {
    let body = r#"
        const cat = child.spawn({ file: "cat", args: [] });
        await cat.write(bytes("ping"));
        const heard = text(await cat.read(1));
        cat.end();
        const rest = await cat.read(1), end = await cat.wait(), late = cat.kill("SIGTERM");
        const sleeper = child.spawn({ file: "sleep", args: ["60"] }), killed = sleeper.kill("SIGKILL"), dead = await sleeper.wait();
        const place = child.spawn({ file: "sh", args: ["-c", "echo $X; pwd >&2; exit 3"], env: [["X", "y"]], cwd: ".", stdio: ["ignore", "pipe", "pipe"] });
        const out = text(await place.read(1)), last = await place.wait();
        return [heard, rest === null, end, late, killed, dead, out, last, code(() => child.spawn({ file: "no-such-program" })), cat.pid > 0];
    "#;
    let expected = json!([
        "ping", true, {"code": 0, "signal": null}, false, true, {"code": null, "signal": "SIGKILL"}, "y\n",
        {"code": 3, "signal": null}, "ENOENT", true
    ]);
    check(&[("main.ts", &using("child", body))], expected).await;
}

#[tokio::test]
async fn a_program_is_waited_for_within_its_bounds() {
    let body = r#"
        const run = (options: any) => { const r = child.spawnSync(options); return [r.status, r.signal, text(r.stdout), r.error?.code ?? null] };
        return [
            run({ file: "cat", args: [], input: bytes("in") }),
            run({ file: "sh", args: ["-c", "echo no >&2; exit 4"] }),
            run({ file: "sleep", args: ["60"], timeout: 30 }),
            run({ file: "sh", args: ["-c", "yes"], maxBuffer: 4 }),
            child.spawnSync({ file: "none-such" }).error.syscall,
        ];
    "#;
    let expected = json!([
        [0, null, "in", null],
        [4, null, "", null],
        [null, "SIGTERM", "", "ETIMEDOUT"],
        [null, "SIGTERM", "y\ny\n", "ENOBUFS"],
        "spawnSync none-such"
    ]);
    check(&[("main.ts", &using("child", body))], expected).await;
}

#[tokio::test]
async fn a_runtime_can_be_ended_while_it_waits_for_a_program() {
    let body = "child.spawnSync({ file: 'touch', args: ['begun'] }); child.spawnSync({ file: 'sleep', args: ['60'] })";
    let world = World::new(&[("main.ts", &using("child", body))]);
    let runtime = world.start();
    let began = Instant::now();
    let (stopping, begun) = (runtime.clone(), world.root().join("begun"));
    let stop = async move {
        while !begun.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        stopping.stop();
    };
    let (result, ()) = tokio::join!(world.run(&runtime, json!([])), stop);
    assert_eq!(result, Err(CallFailure::Stopped(StopReason::Unloaded)));
    assert!(began.elapsed() < Duration::from_secs(20));
}

/// Answers each connection by the path that is asked for.
fn server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut reader = BufReader::new(&connection);
                let mut line = String::new();
                _ = reader.read_line(&mut line);
                let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
                let mut head = String::new();
                while reader.read_line(&mut head).is_ok_and(|length| length > 2) {}
                let answer = match path.as_str() {
                    "/moved" => {
                        "HTTP/1.1 302 Found\r\nlocation: /here\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                    }
                    "/away" => {
                        "HTTP/1.1 302 Found\r\nlocation: http://localhost:1/x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                    }
                    "/endless" => "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nbegin",
                    _ => "HTTP/1.1 200 OK\r\nx-a: 1\r\ncontent-length: 4\r\nconnection: close\r\n\r\nbody",
                };
                _ = (&connection).write_all(answer.as_bytes());
                if path == "/endless" {
                    // Held open until the other side lets go.
                    _ = BufReader::new(&connection).read_line(&mut String::new());
                }
            });
        }
    });
    address
}

#[tokio::test]
async fn requests_are_followed_read_in_pieces_and_given_up() {
    let body = r#"
        const ask = (path: string, more = {}) => http.fetch({ method: "GET", url: arg + path, headers: [["x", "y"]], body: null, ...more });
        const moved = await ask("/moved"), pieces = [text(await moved.read()), (await moved.read()) === null];
        const manual = await ask("/moved", { redirect: "manual" });
        const refused = await ask("/moved", { redirect: "error" }).catch((error: any) => error.code);
        const endless = await ask("/endless", { abortId: 7 }), begin = text(await endless.read()), more = endless.read();
        http.abort(7);
        const stopped = await more.catch((error: any) => error.code);
        const down = await http.fetch({ url: "http://127.0.0.1:1/" }).catch((error: any) => error.code);
        return [moved.status, moved.redirected, moved.url === arg + "/here", moved.headers.some(([n, v]: any) => n === "x-a" && v === "1"), pieces, manual.status, refused, begin, stopped, down];
    "#;
    let world = World::new(&[("main.ts", &using("http", body))]);
    let url = format!("http://{}", server());
    let result = world.run(&world.start(), json!([url])).await.unwrap().unwrap();
    let expected =
        json!([200, true, true, true, ["body", true], 302, "ERR_REDIRECT", "begin", "ABORT_ERR", "ECONNREFUSED"]);
    assert_eq!(serde_json::from_str::<Value>(&result).unwrap(), expected);
}

#[tokio::test]
async fn a_redirect_does_not_lead_around_the_gate() {
    let body = "return http.fetch({ url: arg + '/away' }).catch((error: any) => error.message)";
    let mut world = World::new(&[("main.ts", &using("http", body))]);
    world.rules = vec![Rules::read(&json!({"reach": ["127.0.0.1"]}), Path::new("/"), Path::new("/")).unwrap()];
    let url = format!("http://{}", server());
    let result = world.run(&world.start(), json!([url])).await.unwrap().unwrap();
    assert!(result.contains("may not reach `localhost`"), "{result}");
}

#[tokio::test]
async fn a_host_that_may_not_be_reached_is_reached_by_no_other_protocol() {
    let body = "const code = async (open: any) => { try { await open() } catch (error: any) { return error.message } };
        return [await code(() => http.websocket({ url: arg, protocols: [] })), await code(() => http.upgrade({ url: arg }))];";
    let mut world = World::new(&[("main.ts", &using("http", body))]);
    world.rules = vec![Rules::read(&json!({"reach": ["example.com"]}), Path::new("/"), Path::new("/")).unwrap()];
    let result = world.run(&world.start(), json!(["http://localhost:1/"])).await.unwrap().unwrap();
    assert_eq!(result.matches("may not reach `localhost`").count(), 2, "{result}");
}

#[tokio::test]
async fn a_database_reaches_no_file_that_the_gate_does_not_give() {
    let body = r#"
        const { DatabaseSync, backup } = await import("node:sqlite");
        const said = async (work: () => unknown) => { try { await work(); return "done" } catch (error: any) { return error.code } };
        const db = new DatabaseSync(":memory:");
        db.exec("ATTACH ':memory:' AS other; ATTACH '' AS third");
        const own = new DatabaseSync("own/a.db");
        own.exec("CREATE TABLE t(a)");
        return [
            await said(() => new DatabaseSync("a.db")), await said(() => new DatabaseSync("read.db")), await said(() => new DatabaseSync("read.db", { readOnly: true })),
            await said(() => db.exec("ATTACH 'a.db' AS x")), await said(() => db.exec("ATTACH 'file:a.db?mode=ro' AS x")),
            await said(() => db.exec(`ATTACH '${arg}/a.db' AS x`)), await said(() => db.prepare("ATTACH ? AS x").run("a.db")), await said(() => db.exec("VACUUM INTO 'a.db'")),
            await said(() => backup(own, "a.db")), await said(() => db.exec(`ATTACH '${arg}/own/b.db' AS x`)), await said(() => own.exec("VACUUM")),
            await said(() => backup(own, "own/c.db")),
        ];
    "#;
    let mut world = World::new(&[("main.ts", &using("fs", body)), ("read.db", ""), ("own/x", "")]);
    let root = world.root();
    let at = |name: &str| format!("{}/{name}", root.display());
    let rules = json!({"read": [at("own/**"), at("read.db")], "write": [at("own/**")]});
    world.rules = vec![Rules::read(&rules, &root, &root).unwrap()];
    let result = world.run(&world.start(), json!([root])).await.unwrap().unwrap();
    let no = "ERR_ACCESS_DENIED";
    let expected = json!([no, no, "done", no, no, no, no, no, no, "done", "done", "done"]);
    assert_eq!(serde_json::from_str::<Value>(&result).unwrap(), expected);
    assert!(!root.join("a.db").exists());
}

#[tokio::test]
async fn a_query_without_end_stops_with_the_clock_of_its_extension() {
    let body = r#"
        const { DatabaseSync } = await import("node:sqlite");
        const db = new DatabaseSync(":memory:");
        db.prepare("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n").get();
    "#;
    let mut world = World::new(&[("main.ts", &using("fs", body))]);
    world.limits.slice = Duration::from_millis(300);
    let result = world.run(&world.start(), json!([])).await;
    assert!(matches!(result, Err(CallFailure::Stopped(StopReason::Hung { .. }))), "{result:?}");
}
