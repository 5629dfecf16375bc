/**
 * What an input method takes while characters are composed means nothing to the page: its Escape gives up what is being composed, and
 * would close the form that is typed into. Before everybody else who listens; an editor of rich text knows of it itself.
 */
export function leaveToInputMethod(): void {
  const leave = (event: KeyboardEvent): void => {
    const within = event.target instanceof HTMLElement && event.target.isContentEditable;
    if (event.isComposing && !within) event.stopImmediatePropagation();
  };
  addEventListener('keydown', leave, { capture: true });
}
