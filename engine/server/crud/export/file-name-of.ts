/** The name of an exported file: its content and the time, such as 用户_20260131_0800.xlsx. */
export const fileNameOf = (title: string, format = 'xlsx'): string =>
  // The Swedish locale formats a time as 2026-01-31 08:00:00.
  `${title}_${new Date().toLocaleString('sv').slice(0, 16).replace(' ', '_').replaceAll(/[-:]/g, '')}.${format}`;
