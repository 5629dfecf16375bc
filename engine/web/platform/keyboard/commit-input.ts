/**
 * Commits what is being typed in the focused input, as leaving it would, but keeps the focus there. Call it before a nearby tool runs, which would
 * otherwise run without the typed value, or apply it elsewhere.
 */
export function commitInput(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement)) return;
  activeElement.blur();
  activeElement.focus({ preventScroll: true });
}
