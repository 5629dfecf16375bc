/** A column that is declared so wide, in pixels, holds words of any length, which may end in dots. */
const words = 180;
/** The part of its width that such a column keeps. */
const least = 0.7;

/**
 * How wide the columns of a table are that are together wider than its room, so that it shows whole ones: that at the edge
 * takes what is left where this is most of what it needs; otherwise those before it share it, and it waits to be scrolled to.
 */
export function wholeColumns(widths: readonly number[], room: number): number[] {
  const before = (at: number): number => widths.slice(0, at).reduce((sum, width) => sum + width, 0);
  const edge = widths.findIndex((_width, at) => before(at + 1) > room);
  const left = room - before(edge);
  if (edge < 1) return [...widths];
  if (widths[edge] !== undefined && widths[edge] >= words && left >= widths[edge] * least) return widths.with(edge, Math.floor(left));
  return widths.map((width, at) => (at < edge ? Math.floor((width * room) / before(edge)) : width));
}
