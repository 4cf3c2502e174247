//! A disk that fills up: a child process that may write no file larger than a few kilobytes.

use std::process::Command;

use super::server::{Reply, Server};
use super::*;

/// Names the folder for the child; without it the test is the parent.
const CHILD: &str = "PITH_TEST_FULL_DISK";
const THIS: &str = "store::tests::full_disk::a_full_disk_is_told_once_and_the_part_is_kept";

#[tokio::test]
async fn a_full_disk_is_told_once_and_the_part_is_kept() {
    let mut world = World::new();
    let server = Server::start(vec![Reply::file(&world.bytes)]).await;
    world.options.hf_endpoint = Some(server.url());
    if let Some(folder) = std::env::var_os(CHILD) {
        let options = world.options.clone();
        let store = Store::with_catalog(folder.into(), options, Catalog::new(vec![world.model()]));
        let error = store.pull(ID, &Watch::unattended()).await.unwrap_err();
        assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
        assert_eq!(server.requests().len(), 1, "another source was asked");
        assert!(error.to_string().contains(&format!("({} bytes)", world.bytes.len() - 8 * 512)), "{error}");
        return;
    }
    let status = tokio::task::spawn_blocking({
        let cache = world.cache();
        move || {
            // Blocks of 512 bytes; the signal would end the process before the write could fail.
            let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
            let mut sh = Command::new("sh");
            sh.args(["-c", limited]).arg(std::env::current_exe().unwrap()).args(["--exact", THIS, "--nocapture"]);
            sh.env(CHILD, cache).output().unwrap()
        }
    });
    let output = status.await.unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    assert_eq!(world.names(), ["small.gguf.part"]);
    assert_eq!(std::fs::read(world.part()).unwrap(), world.bytes[..8 * 512]);
    world.web_store().pull(ID, &Watch::unattended()).await.unwrap();
    world.assert_whole();
    assert_eq!(server.ranges(), [Some(8 * 512)]);
}
