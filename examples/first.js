export function first(items) {
  return items[0];
}
