const part = (hex: string, at: number): number => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const light = (hex: string): number => 0.2126 * part(hex, 1) + 0.7152 * part(hex, 3) + 0.0722 * part(hex, 5);

/** Contrast ratio of two colours, both as `#rrggbb` (WCAG 2): from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [less = 0, more = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
};
