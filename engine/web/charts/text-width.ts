/** The approximate width of a text at 12 pixels: a Chinese character is square, others are a little over half as wide. */
export const textWidth = (text: string): number => Array.from(text).reduce((width, sign) => width + (sign > '\u2e7f' ? 12 : 7), 0);

/** The text, truncated with an ellipsis if it is wider than that. */
export function shorten(text: string, maxWidth: number): string {
  if (textWidth(text) <= maxWidth) return text;
  const signs = Array.from(text);
  while (signs.length > 1 && textWidth(`${signs.join('')}…`) > maxWidth) signs.pop();
  return `${signs.join('')}…`;
}
