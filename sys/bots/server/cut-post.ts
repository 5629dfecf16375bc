/** Characters of a message; the services take some 2,000 bytes at the least. */
const most = 600;

/** Text that any of the services takes: whole characters, and not too many. */
export function cutPost(text: string): string {
  const plain = text.toWellFormed().replaceAll(/[^\P{Cc}\n]/gu, ' ');
  if (plain.length <= most) return plain;
  return `${plain.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
