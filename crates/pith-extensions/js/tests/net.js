import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failures } from "./run.js";

/** A server on a free port of this machine, for one test. */
async function serving(server, test) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await test(server.address().port);
  } finally {
    server.closeAllConnections?.();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Everything that a connection says after this was sent to it. */
async function said(port, text) {
  const socket = net.connect(port, "127.0.0.1");
  socket.end(text);
  let all = "";
  for await (const piece of socket) all += piece;
  return all;
}

export default () => failures({
  async "a connection carries bytes both ways and ends on both sides"() {
    const heard = [];
    const server = net.createServer((socket) => {
      assert.equal(socket.remoteAddress, "127.0.0.1");
      socket.setEncoding("utf8");
      socket.on("data", (text) => socket.write(text.toUpperCase()));
      socket.on("end", () => heard.push("end"));
      socket.on("close", () => heard.push("close"));
    });
    await serving(server, async (port) => {
      const socket = net.createConnection({ port, host: "127.0.0.1" }, () => heard.push("connect", socket.remotePort === port));
      socket.write("hello ");
      socket.end("there");
      let all = "";
      for await (const piece of socket) all += piece;
      assert.equal(all, "HELLO THERE");
      assert.deepEqual([socket.bytesWritten, socket.bytesRead], [11, 11]);
    });
    assert.deepEqual(heard, ["connect", true, "end", "close"]);
  },

  async "a socket of the file system goes with its server"() {
    const folder = await mkdtemp(join(tmpdir(), "net-"));
    const path = join(folder, "s.sock");
    const server = net.createServer((socket) => socket.end("here"));
    server.listen(path);
    await once(server, "listening");
    assert.equal(server.address(), path);
    const again = net.createServer();
    again.listen(path);
    const [error] = await once(again, "error");
    assert.equal(error.code, "EADDRINUSE");
    const socket = net.connect(path);
    let all = "";
    for await (const piece of socket) all += piece;
    assert.equal(all, "here");
    await new Promise((resolve) => server.close(resolve));
    assert.ok(!existsSync(path) && !server.listening);
    const [gone] = await once(net.connect(path), "error");
    assert.deepEqual([gone.code, gone.syscall, gone.message], ["ENOENT", "connect", `connect ENOENT ${path}`]);
    await rm(folder, { recursive: true });
  },

  async "who is not there is told as in Node"() {
    let free;
    await serving(net.createServer(), (port) => {
      free = port;
    });
    const [error] = await once(net.connect(free, "127.0.0.1"), "error");
    assert.deepEqual([error.code, error.syscall, error.address, error.port], ["ECONNREFUSED", "connect", "127.0.0.1", free]);
    assert.equal(error.message, `connect ECONNREFUSED 127.0.0.1:${free}`);
    assert.throws(() => net.createServer().listen(70_000), { code: "ERR_SOCKET_BAD_PORT" });
  },

  async "requests are answered, with bodies, fields and several on one connection"() {
    const seen = [];
    const server = http.createServer(async (request, response) => {
      let body = "";
      for await (const piece of request) body += piece;
      seen.push([request.method, request.url, request.headers["x-a"], body, request.httpVersion]);
      if (request.url === "/pieces") {
        response.writeHead(201, { "Content-Type": "text/plain" });
        response.write("one ");
        response.end("two");
      } else if (request.url === "/none") {
        response.statusCode = 204;
        response.end();
      } else {
        response.setHeader("Set-Cookie", ["a=1", "b=2"]);
        response.end(JSON.stringify({ body }));
      }
    });
    await serving(server, async (port) => {
      const base = `http://127.0.0.1:${port}`;
      const whole = await fetch(`${base}/?q=1`, { method: "POST", body: "é", headers: { "x-a": "1" } });
      assert.deepEqual([whole.status, whole.headers.getSetCookie(), await whole.json()], [200, ["a=1", "b=2"], { body: "é" }]);
      const pieces = await fetch(`${base}/pieces`);
      assert.deepEqual([pieces.status, pieces.headers.get("content-type"), await pieces.text()], [201, "text/plain", "one two"]);
      assert.equal((await fetch(`${base}/none`)).status, 204);
      const answered = await new Promise((resolve, reject) => {
        const sent = http.request({ port, host: "127.0.0.1", path: "/", method: "PUT" }, resolve).on("error", reject);
        sent.end("put");
      });
      assert.equal(answered.statusCode, 200);
      answered.resume();
      const two = await said(port, "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\nHEAD /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      assert.equal(two.match(/HTTP\/1\.1 200 OK/g).length, 2);
      assert.ok(two.includes('{"body":"abc"}') && two.endsWith("\r\n\r\n"), two);
    });
    assert.deepEqual(seen.map((one) => one.slice(0, 4)).sort(), [
      ["GET", "/none", undefined, ""], ["GET", "/pieces", undefined, ""], ["HEAD", "/b", undefined, ""], ["POST", "/?q=1", "1", "é"],
      ["POST", "/a", undefined, "abc"], ["PUT", "/", undefined, "put"],
    ]);
  },

  async "what is no request, or hides one, is refused"() {
    const server = http.createServer((_request, response) => response.end("ok"));
    await serving(server, async (port) => {
      assert.match(await said(port, "nonsense\r\n\r\n"), /^HTTP\/1\.1 400 Bad Request/);
      const both = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
      assert.match(await said(port, both), /^HTTP\/1\.1 400 Bad Request/);
      assert.match(await said(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), /\r\n\r\nok$/);
      assert.match(await said(port, "GET / HTTP/1.1\r\n\r\n"), /^HTTP\/1\.1 400 Bad Request/, "no host");
    });
    const response = new http.ServerResponse({ method: "GET" });
    assert.throws(() => response.setHeader("a", "b\r\nc: d"), { code: "ERR_INVALID_CHAR" });
  },

  async "a stream of events is heard while it goes, and its end is noticed"() {
    let closed;
    const server = http.createServer((request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write("data: 1\n\n");
      closed = once(request, "close");
      request.resume();
    });
    await serving(server, async (port) => {
      const abort = new AbortController();
      const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: abort.signal });
      const { value } = await answer.body.getReader().read();
      assert.equal(new TextDecoder().decode(value), "data: 1\n\n");
      abort.abort();
      await closed;
    });
  },

  async "a connection may become another protocol's"() {
    const server = http.createServer();
    server.on("upgrade", (request, socket, head) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${request.headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`);
      socket.end(`you said ${head}`);
    });
    await serving(server, async (port) => {
      const all = await said(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\nhi");
      assert.match(all, /^HTTP\/1\.1 101[^]*you said hi$/);
    });
  },

  async "a request may go on in another protocol"() {
    const server = http.createServer((_request, response) => response.writeHead(426).end("no"));
    server.on("upgrade", (request, socket) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${request.headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`);
      socket.on("data", (text) => socket.end(`you said ${text}`));
    });
    await serving(server, async (port) => {
      const asked = http.request({ port, host: "127.0.0.1", headers: { Connection: "Upgrade", Upgrade: "chat" } });
      asked.end();
      const [answer, socket] = await once(asked, "upgrade");
      assert.deepEqual([answer.statusCode, answer.headers.upgrade], [101, "chat"]);
      socket.write("hi");
      let all = "";
      for await (const piece of socket) all += piece;
      assert.equal(all, "you said hi");
    });
  },

  async "a WebSocket carries texts and bytes, and tells why it ends"() {
    const server = http.createServer((_request, response) => response.writeHead(400).end());
    server.on("upgrade", (request, socket) => {
      const proof = createHash("sha1").update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
      const protocol = request.headers["sec-websocket-protocol"]?.split(", ")[1];
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${proof}\r\n`);
      socket.write(`${protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : ""}\r\n`);
      const say = (kind, bytes) => socket.write(Buffer.concat([Buffer.of(0x80 | kind, bytes.length), bytes]));
      say(9, Buffer.from("are you there"));
      let held = Buffer.alloc(0);
      socket.on("data", (piece) => {
        held = Buffer.concat([held, piece]);
        while (held.length >= 6 && held.length >= 6 + (held[1] & 127)) {
          const [kind, length] = [held[0] & 15, held[1] & 127];
          const bytes = Buffer.from(held.subarray(6, 6 + length).map((byte, at) => byte ^ held[2 + (at % 4)]));
          held = held.subarray(6 + length);
          if (kind === 10) say(1, Buffer.from(`pong ${bytes}`));
          else say(kind, bytes);
          if (kind === 8) socket.end();
        }
      });
    });
    await serving(server, async (port) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/x?y`, ["a", "b"]);
      assert.throws(() => socket.send("early"), { name: "InvalidStateError" });
      const heard = [];
      const closed = new Promise((resolve) => {
        socket.onclose = resolve;
      });
      socket.binaryType = "arraybuffer";
      socket.onopen = () => {
        heard.push(socket.protocol, socket.readyState);
        socket.send("h\u00e9");
        socket.send(new Blob(["blob"]));
        socket.send(Uint8Array.of(1, 2));
      };
      socket.addEventListener("message", ({ data }) => {
        heard.push(typeof data === "string" ? data : Buffer.from(data).toString("hex"));
        if (heard.length === 6) socket.close(3001, "enough");
      });
      const end = await closed;
      // The answer to the server's question goes its own way.
      const messages = heard.filter((one) => one !== "pong are you there");
      assert.deepEqual([messages, heard.length], [["b", WebSocket.OPEN, "h\u00e9", "626c6f62", "0102"], 6]);
      assert.deepEqual([end.code, end.reason, end.wasClean, socket.readyState], [3001, "enough", true, 3]);
    });
    await serving(http.createServer((_request, response) => response.writeHead(404).end()), async (port) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
      const error = await new Promise((resolve) => socket.addEventListener("error", resolve));
      assert.match(error.message, /status 404/);
      assert.throws(() => new WebSocket("ftp://x"), { name: "SyntaxError" });
    });
  },
});
