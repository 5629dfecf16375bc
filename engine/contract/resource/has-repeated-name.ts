const quote = 34;
const colon = 58;

/**
 * True when an object in the JSON text has the same name twice: the parser silently keeps only the last (docs/hardening.md C12; RFC 8259, 4). `value`
 * is the parsed text; the text must be valid JSON.
 */
export const hasRepeatedName = (text: string, value: unknown): boolean => countWrittenNames(text) > countKeptNames(value);

/** A colon follows every name, and there are no others outside of strings. */
function countWrittenNames(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === colon) count += 1;
    else if (char === quote) at = endOfString(text, at);
  }
  return count;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

function countKeptNames(value: unknown): number {
  let count = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inside: unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += inside.length;
    for (const part of inside) if (typeof part === 'object' && part !== null) waiting.push(part);
  }
  return count;
}
