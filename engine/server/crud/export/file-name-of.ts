/** The name of an exported file: what it holds and when it was made, such as 用户_20260131_0800.xlsx. */
export const fileNameOf = (title: string, format = 'xlsx'): string =>
  // In Swedish a time reads 2026-01-31 08:00:00.
  `${title}_${new Date().toLocaleString('sv').slice(0, 16).replace(' ', '_').replaceAll(/[-:]/g, '')}.${format}`;
