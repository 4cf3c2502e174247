// Components below one another, and what passes a mouse event to the one that is hit.

/** Hands a mouse event to a component; what it did, and where it stands. */
export function dispatchMouseEvent(component, event) {
  const result = component.handleMouse?.(event);
  if (!result) return undefined;
  if (result.target) return result;
  if (!result.handled && !result.capture && !result.focus) return undefined;
  const target = { component, originX: event.screenX - event.x, originY: event.screenY - event.y, width: event.width, height: event.height };
  return { ...result, handled: true, target };
}

/** The child whose lines cover the row of the event gets it, in its own coordinates. */
export function dispatchToRows(children, heights, event) {
  let top = 0;
  for (const [i, child] of children.entries()) {
    if (event.y >= top && event.y < top + heights[i]) return dispatchMouseEvent(child, { ...event, y: event.y - top, height: heights[i] });
    top += heights[i];
  }
  return undefined;
}

export class Container {
  children = [];
  #heights = [];

  addChild(component) {
    this.children.push(component);
  }
  removeChild(component) {
    const at = this.children.indexOf(component);
    if (at >= 0) this.children.splice(at, 1);
  }
  clear() {
    this.children = [];
  }
  invalidate() {
    for (const child of this.children) child.invalidate?.();
  }
  handleMouse(event) {
    return dispatchToRows(this.children, this.#heights, event);
  }
  render(width) {
    const parts = this.children.map((child) => child.render(width));
    this.#heights = parts.map((part) => part.length);
    return parts.flat();
  }
}
