const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a date in its wire format, `YYYY-MM-DD`, that exists in the calendar: 2026-02-30 does not. Years run from 0001 to 9999. */
export function isDate(text: string): boolean {
  const [year, month, day] = pattern.exec(text)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
