/** Whether this is the source of a regular expression, with these flags. */
export function isPattern(source: string, flags = ''): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
