/** How many elements of these widths fit into `room` beside the button for the rest, which takes `more`; all of them if they fit without it. */
export function countFitting(widths: readonly number[], room: number, more: number): number {
  if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths.length;
  let taken = more;
  const at = widths.findIndex((width) => (taken += width) > room);
  return Math.max(at, 0);
}
