import { hasRepeatedName } from './has-repeated-name.ts';

/** Numbers in JSON's syntax (RFC 8259, 6): no hex, no plus sign, no leading zero, no Infinity. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A dictionary's text as a Number, an Object or an Array (docs/spec.md 3), by JSON's grammar alone; undefined if it is not of that type. Refuses
 * whatever a reader could misread: a number too large to be exact, a name twice in an object, and the name `__proto__`, which copies of the object
 * would treat as its prototype.
 * @example
 * // Reads an entry of your own dictionary whose value is an Object, such as `{"warnDays":60}`.
 * export const warnDaysOf = ({ dictValue }: { dictValue: string }): number => {
 *   const value = typedText(dictValue, 'Object') as { warnDays?: number } | undefined;
 *   return value?.warnDays ?? 30;
 * };
 */
export function typedText(text: string, type: 'Number' | 'Object' | 'Array'): unknown {
  if (type === 'Number') return readNumber(text.trim());
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) !== (type === 'Array') || typeof value !== 'object' || value === null) return undefined;
    return hasRepeatedName(text, value) || namesPrototype(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function readNumber(text: string): number | undefined {
  const value = number.test(text) ? Number(text) : Number.NaN;
  const isKept = Number.isFinite(value) && (Number.isSafeInteger(value) || !/^-?\d+$/.test(text));
  return isKept ? value : undefined;
}

/** Without recursion: a text of brackets alone may be nested deeper than the call stack allows. */
function namesPrototype(value: object): boolean {
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return true;
    for (const part of Object.values(next)) if (typeof part === 'object' && part !== null) waiting.push(part);
  }
  return false;
}
