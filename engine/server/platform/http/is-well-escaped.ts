/** True for a query or form whose percent escapes are complete and decode to UTF-8; others would be read as different text. */
export function isWellEscaped(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
