/**
 * Takes what is being typed in the input that has the focus, as leaving it would, and leaves the focus there: before a tool beside
 * it does something else, which would be done without what was typed, or to another place than where it was typed.
 */
export function takeTyped(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement)) return;
  activeElement.blur();
  activeElement.focus({ preventScroll: true });
}
