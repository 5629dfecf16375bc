/** Text for a header: one line without control characters, truncated to `most` characters. */
export const mailLine = (text: string, most: number): string =>
  truncate(
    text
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
    most,
  );

/** Text for the body: lines without other control characters. */
export const mailText = (text: string): string =>
  truncate(
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, ' '),
    8000,
  );

/** Does not split characters. */
function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
