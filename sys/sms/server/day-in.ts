/** The date at that moment in a time zone, as YYYYMMDD. */
export const dayIn = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment).replaceAll('-', '');
