// An image as lines: drawn where the terminal can, else named.

import { truncateToWidth } from "../columns.js";
import { getCapabilities } from "../capabilities.js";
import { allocateImageId, getImageDimensions, imageFallback, renderImage } from "../images.js";

let transcoder;
export const setImageTranscoder = (given) => {
  transcoder = given;
};

export class Image {
  #data;
  #mimeType;
  #dimensions;
  #theme;
  #options;
  #imageId;

  constructor(base64Data, mimeType, theme, options = {}, dimensions) {
    this.#data = base64Data;
    this.#mimeType = mimeType;
    this.#theme = theme;
    this.#options = options;
    this.#dimensions = dimensions ?? getImageDimensions(base64Data, mimeType) ?? undefined;
    this.#imageId = options.imageId;
  }
  getImageId() {
    return this.#imageId;
  }
  invalidate() {}
  render(width) {
    const { images } = getCapabilities();
    let data = this.#data;
    if (images === "kitty" && this.#mimeType !== "image/png") data = transcoder?.(data, this.#mimeType) ?? null;
    if (images === "kitty") this.#imageId ??= allocateImageId();
    const drawn = data && this.#dimensions && renderImage(data, this.#dimensions, {
      ...this.#options, imageId: this.#imageId, moveCursor: false, maxWidthCells: Math.min(this.#options.maxWidthCells ?? 60, Math.max(1, width - 2)),
    });
    if (!drawn) return [truncateToWidth(this.#theme.fallbackColor(imageFallback(this.#mimeType, this.#dimensions, this.#options.filename)), width)];
    // Kitty draws downwards from the first row; iTerm2's image ends at the row it is written in.
    const empty = Array(drawn.rows - 1).fill("");
    if (images === "kitty") return [drawn.sequence, ...empty];
    return [...empty, (drawn.rows > 1 ? `\u001b[${drawn.rows - 1}A` : "") + drawn.sequence];
  }
}
