// `node:stream/promises`.

import { finished as finishedWith, pipeline as pipelineWith } from "./pipeline.js";

export function pipeline(...streams) {
  return new Promise((resolve, reject) => {
    pipelineWith(...streams, (error, value) => (error ? reject(error) : resolve(value)));
  });
}

export function finished(stream, options = {}) {
  return new Promise((resolve, reject) => {
    finishedWith(stream, options, (error) => (error ? reject(error) : resolve()));
  });
}

export default { pipeline, finished };
