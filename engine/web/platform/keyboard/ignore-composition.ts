/**
 * Hides keys from the page while an input method composes characters: its Escape cancels the composition, and must not close the form.
 * Registered before all other listeners; rich text editors handle composition themselves.
 */
export function ignoreComposition(): void {
  const leave = (event: KeyboardEvent): void => {
    const within = event.target instanceof HTMLElement && event.target.isContentEditable;
    if (event.isComposing && !within) event.stopImmediatePropagation();
  };
  addEventListener('keydown', leave, { capture: true });
}
