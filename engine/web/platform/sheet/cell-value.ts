/** A cell as it is read and shown: dates have become text. */
export type CellValue = string | number | boolean | null;

/** What the library gives of a cell; a date holds the sheet's own wall clock as UTC. */
export type RawCell = CellValue | Date;

/** A cell's value with a date as `2026-01-31`, or `2026-01-31 08:00:00` where it has a time, and no date without a year. */
export function cellValue(raw: RawCell | undefined): CellValue {
  if (!(raw instanceof Date)) return raw ?? null;
  if (Number.isNaN(raw.getTime())) return null;
  // Serial numbers are binary fractions of a day: to the second, what is left is noise.
  const [day = '', time = ''] = new Date(Math.round(raw.getTime() / 1000) * 1000).toISOString().slice(0, 19).split('T');
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** A cell's value as people read it in a sheet. */
export const cellText = (value: CellValue): string =>
  value === null ? '' : typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : String(value);
