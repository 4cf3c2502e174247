// What tests of the runtime have beside the language: an entry that runs a file, and a few natives as globals.

import { expose, requireHost } from "pith:native/loader";
import { call, start } from "pith:native/host";
import { start as timer } from "pith:native/timers";
import { exit, envKeys, envGet } from "pith:native/process";
import { readFile } from "pith:native/fs";
import { spawnSync } from "pith:native/child";
import { fetch } from "pith:native/http";

expose("run", async (path, args) => {
  const module = await import(path);
  return module.default(...args);
});

const attempt = (work) => {
  try {
    return work();
  } catch (error) {
    return error.message;
  }
};

Object.assign(globalThis, {
  native: (area) => requireHost(`pith:native/${area}`),
  askNow: (method, args) => call(method, JSON.stringify(args ?? null)),
  ask: async (method, args) => {
    const heard = [];
    const answer = await start(method, JSON.stringify(args), (json) => heard.push(JSON.parse(json))).promise;
    return [JSON.parse(answer), heard];
  },
  later: (ms, work) => timer(ms, false, work),
  leave: exit,
  tryAll: () => [
    attempt(() => readFile("main.ts").length),
    attempt(() => spawnSync({ file: "rm", args: ["-rf", "x"] }).status),
    attempt(() => typeof fetch({ url: "http://localhost:1/" })),
    envKeys(),
    envGet("SECRET") ?? null,
    attempt(() => String.fromCharCode(...spawnSync({ file: "sh", args: ["-c", "echo hi"] }).stdout)),
  ],
});

// Where the globals are absent, typebox still wants one of them.
globalThis.TextEncoder ??= class {
  encode(text) {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (character) => character.charCodeAt(0));
  }
};
