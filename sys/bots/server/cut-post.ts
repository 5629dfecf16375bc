import { cutText } from '@back-office/contract/cut-text.ts';

/** Maximum number of characters of a message; the services accept at least some 2,000 bytes. */
const most = 600;

/** Truncates a text to what all of the services accept, without splitting characters. */
export function cutPost(text: string): string {
  const plain = text.toWellFormed().replaceAll(/[^\P{Cc}\n]/gu, ' ');
  if (plain.length <= most) return plain;
  return `${cutText(plain, most - 1)}…`;
}
