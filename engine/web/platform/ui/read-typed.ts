/** Parses a number as people write it: `1,234.50`, full-width digits, a sign; undefined for anything else. */
export function numberIn(text: string): number | undefined {
  const digits = digitsIn(text);
  const value = Number(digits);
  return digits !== undefined && Number.isFinite(value) ? value : undefined;
}

/** The same as digits, of which there may be more than a number holds. */
export function digitsIn(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/\s/gu, '').replace('。', '.');
  const digits = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(digits) ? digits.replace('+', '') : undefined;
}

/** The same for antd's inputs of numbers, which would read 12万 as 12: what is no number is NaN. */
export const parseDigits = (text = ''): string => digitsIn(text) ?? (text.trim() === '' ? '' : 'NaN');

const spellings = [/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/, /^(\d{4})(\d{2})(\d{2})$/];

/** Normalises `2026/1/31 8:00`, `20260131` and the like to `2026-01-31 08:00:00`; returns other texts unchanged. */
export function datetimeIn(text: string): string {
  const plain = text.normalize('NFKC').trim();
  const found = spellings.map((spelling) => spelling.exec(plain)).find((parts) => parts !== null);
  if (found === undefined) return text;
  const [year, month, day, hour, minute, second] = Array.from({ length: 6 }, (_, at) => (found[at + 1] ?? '0').padStart(2, '0'));
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** Normalises a date, including one with midnight as its time, as spreadsheets write it; any other time is kept, for the check to refuse. */
export function dateIn(text: string): string {
  const time = datetimeIn(text);
  return time.endsWith(' 00:00:00') ? time.slice(0, 10) : text;
}
