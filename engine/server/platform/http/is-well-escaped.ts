/** True for a query or form whose percent escapes are whole and stand for UTF-8; others would be read as other text. */
export function isWellEscaped(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
