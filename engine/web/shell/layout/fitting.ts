/** How many of elements of these widths stand in `room` beside what leads to the others, which takes `more`; all where none is left over. */
export function fitting(widths: readonly number[], room: number, more: number): number {
  if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths.length;
  let taken = more;
  const at = widths.findIndex((width) => (taken += width) > room);
  return Math.max(at, 0);
}
