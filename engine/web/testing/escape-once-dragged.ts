/** Presses Escape as soon as a pressed pointer moves. */
export function escapeOnceDragged(): void {
  const press = ({ buttons }: PointerEvent): void => {
    if (buttons === 0) return;
    removeEventListener('pointermove', press);
    const event = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', event));
    document.body.dispatchEvent(new KeyboardEvent('keyup', event));
  };
  addEventListener('pointermove', press);
}
