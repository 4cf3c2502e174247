// `node:tty`: whether a descriptor is a terminal. The terminal itself belongs to the program.

import { info } from "pith:native/process";
import { missing } from "../runtime/missing.js";

export const isatty = (fd) => Boolean(info().tty?.[fd]);
export const ReadStream = missing("tty", "ReadStream");
export const WriteStream = missing("tty", "WriteStream");
export default { isatty, ReadStream, WriteStream };
