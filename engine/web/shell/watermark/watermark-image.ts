const two = (part: number): string => String(part).padStart(2, '0');

/** `2026-11-23 10:30`. */
export const minuteOf = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;

/** A tile of lines of text, aslant, as a picture for `background-image`; grey that is seen on light and on dark. */
export function watermarkImage(lines: readonly string[]): string {
  const escaped = lines.map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
  const texts = escaped.map((line, at) => `<text x="150" y="${85 + at * 20}">${line}</text>`).join('');
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="190"><g transform="rotate(-22 150 95)" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#7d8590" fill-opacity="0.2">${texts}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(picture)}")`;
}
