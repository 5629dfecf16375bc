/** The value of a cell: dates have been converted to text. */
export type CellValue = string | number | boolean | null;

/** A cell's value from the library; a date contains the sheet's wall-clock time as UTC. */
export type RawCell = CellValue | Date;

/**
 * A cell's value with a date as `2026-01-31`, or `2026-01-31 08:00:00` if it has a time; null for an invalid date. A number has the 15 digits that
 * spreadsheets show: the others are noise of a formula, as in 3.3000000000000003.
 */
export function cellValue(raw: RawCell | undefined): CellValue {
  if (typeof raw === 'number' && !Number.isInteger(raw)) return Number(raw.toPrecision(15));
  if (!(raw instanceof Date)) return raw ?? null;
  if (Number.isNaN(raw.getTime())) return null;
  // Serial numbers are binary fractions of a day: below a second, they are noise.
  const [day = '', time = ''] = new Date(Math.round(raw.getTime() / 1000) * 1000).toISOString().slice(0, 19).split('T');
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** A cell's value as displayed text. */
export const cellText = (value: CellValue): string =>
  value === null ? '' : typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : String(value);
