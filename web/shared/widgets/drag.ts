export interface Position {
  /** -1 (left) to 1 (right). */
  x: number;
  /** -1 (bottom) to 1 (top). */
  y: number;
}

/** Follows one finger or the mouse on an element; nothing when let go. */
export function drag(element: HTMLElement, moved: (position: Position | undefined) => void): void {
  let held: number | undefined;
  const read = (event: PointerEvent): Position => {
    const box = element.getBoundingClientRect();
    const clamp = (v: number) => Math.min(1, Math.max(-1, v));
    return {
      x: clamp(((event.clientX - box.left) / box.width) * 2 - 1),
      y: clamp(1 - ((event.clientY - box.top) / box.height) * 2),
    };
  };
  element.addEventListener('pointerdown', (event) => {
    if (held !== undefined) return;
    held = event.pointerId;
    element.setPointerCapture(held);
    element.classList.add('held');
    moved(read(event));
  });
  element.addEventListener('pointermove', (event) => {
    if (event.pointerId === held) moved(read(event));
  });
  const release = (event: PointerEvent) => {
    if (event.pointerId !== held) return;
    held = undefined;
    element.classList.remove('held');
    moved(undefined);
  };
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
  element.addEventListener('lostpointercapture', release);
}
