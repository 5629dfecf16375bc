/** Copies a text to the clipboard; false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Over plain http the clipboard API is absent or rejects; the older way copies a selection in the page.
    return copySelected(text);
  }
}

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
