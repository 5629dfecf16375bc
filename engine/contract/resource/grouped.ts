/** A number with commas. By hand: to make the first Intl.NumberFormat takes a slow machine as long as all else that the shell runs. */
export const grouped = (number: number): string => String(number).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','));
