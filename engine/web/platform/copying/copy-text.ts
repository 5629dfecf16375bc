/** Copies a text to the clipboard; false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Over plain http the clipboard API is absent or rejects.
    return copyInEvent(text) || copySelected(text);
  }
}

/** Answers the event of copying, which needs no selection: a dialog takes the focus back from whatever is selected outside of it. */
function copyInEvent(text: string): boolean {
  let isSet = false;
  const answer = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isSet = event.clipboardData !== null;
  };
  document.addEventListener('copy', answer, { once: true });
  const done = document.execCommand('copy');
  document.removeEventListener('copy', answer);
  return done && isSet;
}

/** Copies a selection in the page, for browsers that send no such event without one. */
function copySelected(text: string): boolean {
  const had = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (had instanceof HTMLElement) had.focus({ preventScroll: true });
  return done;
}
