/** A number with commas. By hand: on a slow machine the first Intl.NumberFormat takes as long to create as everything else in the shell. */
export const grouped = (number: number | string): string =>
  String(number).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','));
