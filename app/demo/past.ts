const two = (part: number): string => String(part).padStart(2, '0');

/** The time that many days before today, at an hour such as 9.5; never later than now. */
export function daysBefore(days: number, hour: number): Date {
  const today = new Date();
  const moment = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
  moment.setSeconds(Math.round(hour * 3600));
  return moment < today ? moment : new Date(today.getTime() - Math.round(hour * 60_000));
}

/** The same in the wire's format: `YYYY-MM-DD HH:mm:ss`. */
export function format(days: number, hour: number): string {
  const at = daysBefore(days, hour);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
