import { serverTime } from '../../platform/session/server-time.ts';

/** `2026-11-23 10:30`, like in the logs. */
export const minuteNow = (): string => serverTime().slice(0, 16);

/** A tile with slanted lines of text, as an image for `background-image`; in a grey that is visible on light and on dark. */
export function watermarkImage(lines: readonly string[]): string {
  const escaped = lines.map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
  const texts = escaped.map((line, at) => `<text x="150" y="${85 + at * 20}">${line}</text>`).join('');
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="190"><g transform="rotate(-22 150 95)" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#7d8590" fill-opacity="0.2">${texts}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(picture)}")`;
}
