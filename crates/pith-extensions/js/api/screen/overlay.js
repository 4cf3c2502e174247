// Where something that is shown over others stands, and how large it may be. Pure.

/** Cells for a number or a share like `50%`; nothing for anything else. */
function cells(value, whole) {
  if (typeof value === "number") return Math.floor(value);
  const share = /^(\d+(?:\.\d+)?)%$/.exec(value ?? "");
  return share === null ? undefined : Math.floor((whole * Number(share[1])) / 100);
}

const within = (value, least, most) => Math.max(least, Math.min(most, value));

function margins(margin) {
  const all = typeof margin === "number" ? { top: margin, right: margin, bottom: margin, left: margin } : (margin ?? {});
  const side = (name) => Math.max(0, Math.floor(all[name] ?? 0));
  return { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") };
}

/** How wide it is, and how high at most, on a screen of this size. */
export function room(options, columns, rows) {
  const { top, right, bottom, left } = margins(options.margin);
  const across = Math.max(1, columns - left - right);
  const down = Math.max(1, rows - top - bottom);
  const wanted = cells(options.width, columns) ?? Math.min(80, across);
  const width = within(Math.max(wanted, options.minWidth ?? 1), 1, across);
  return { width, height: within(cells(options.maxHeight, rows) ?? down, 1, down) };
}

/** On which side of the room an anchor is: at its start, its middle or its end. */
function along(anchor, start, end) {
  if (anchor.includes(start)) return 0;
  return anchor.includes(end) ? 1 : 0.5;
}

/** Row and column of its upper left corner. */
export function corner(options, columns, rows, width, height) {
  const { top, right, bottom, left } = margins(options.margin);
  const anchor = options.anchor ?? "center";
  const spare = { across: Math.max(0, columns - left - right - width), down: Math.max(0, rows - top - bottom - height) };
  const place = (value, whole, free, before, side) => {
    if (typeof value === "number") return Math.floor(value);
    const share = /^(\d+(?:\.\d+)?)%$/.exec(value ?? "");
    return before + Math.floor(free * (share === null ? side : Number(share[1]) / 100));
  };
  const row = place(options.row, rows, spare.down, top, along(anchor, "top", "bottom")) + (options.offsetY ?? 0);
  const column = place(options.col, columns, spare.across, left, along(anchor, "left", "right")) + (options.offsetX ?? 0);
  return [within(row, top, top + spare.down), within(column, left, left + spare.across)];
}
