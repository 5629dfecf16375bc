/** The date in a time zone, as YYYYMMDD. */
export const dayIn = (timeZone: string, time: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time).replaceAll('-', '');
