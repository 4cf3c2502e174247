// A table in box lines, its columns fitted to the width.

import { visibleWidth, wrapTextWithAnsi } from "../columns.js";

function aligned(text, width, align) {
  const room = Math.max(0, width - visibleWidth(text));
  const left = align === "right" ? room : align === "center" ? Math.floor(room / 2) : 0;
  return " ".repeat(left) + text + " ".repeat(room - left);
}

/** Widths that fill at most `room`: what is narrow keeps its own, the rest share what is left. */
function fit(natural, room) {
  if (natural.reduce((sum, width) => sum + width, 0) <= room) return natural;
  const widths = natural.map(() => 0);
  let open = natural.map((_, i) => i);
  let left = room;
  for (;;) {
    const share = Math.max(1, Math.floor(left / open.length));
    const small = open.filter((i) => natural[i] <= share);
    if (small.length === 0) {
      for (const [n, i] of open.entries()) widths[i] = share + (n < left - share * open.length ? 1 : 0);
      return widths;
    }
    for (const i of small) {
      widths[i] = natural[i];
      left -= natural[i];
    }
    open = open.filter((i) => !small.includes(i));
    if (open.length === 0) return widths;
  }
}

/** The lines of a table whose cells are styled already, or null when not even one cell per column fits. */
export function renderTable(head, rows, align, width) {
  const count = head.length;
  const room = width - (3 * count + 1);
  if (room < count) return null;
  const widest = (column) => Math.max(1, ...[head, ...rows].map((row) => Math.max(...row[column].split("\n").map(visibleWidth))));
  const widths = fit(head.map((_, column) => widest(column)), room);
  const line = (left, middle, right) => left + widths.map((size) => "─".repeat(size + 2)).join(middle) + right;
  const draw = (row) => {
    const cells = row.map((cell, column) => wrapTextWithAnsi(cell, widths[column]));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, i) => `│ ${cells.map((cell, column) => aligned(cell[i] ?? "", widths[column], align[column])).join(" │ ")} │`);
  };
  const between = line("├", "┼", "┤");
  const body = rows.flatMap((row, i) => [...(i > 0 ? [between] : []), ...draw(row)]);
  return [line("┌", "┬", "┐"), ...draw(head), ...(rows.length ? [between] : []), ...body, line("└", "┴", "┘")];
}
