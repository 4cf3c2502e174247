// `node:process` as a module: the members by name. The global `process` does without, and so without its streams.

import process from "../process.js";

export default process;
export const { env, stdin, stdout, stderr } = process;
export const { title, pid, ppid, platform, arch, execPath, execArgv, argv, argv0, version, versions, release, config, features } = process;
export const cwd = () => process.cwd();
export const chdir = (folder) => process.chdir(folder);
export const exit = (code) => process.exit(code);
export const kill = (target, signal) => process.kill(target, signal);
export const uptime = () => process.uptime();
export const { hrtime } = process;
export const memoryUsage = () => process.memoryUsage();
export const nextTick = (...args) => process.nextTick(...args);
export const cpuUsage = () => process.cpuUsage();
export const getBuiltinModule = (name) => process.getBuiltinModule(name);
export const emitWarning = (...args) => process.emitWarning(...args);
export const getuid = () => process.getuid();
export const getgid = () => process.getgid();
export const umask = () => process.umask();
export const on = (...args) => process.on(...args);
export const once = (...args) => process.once(...args);
export const off = (...args) => process.off(...args);
