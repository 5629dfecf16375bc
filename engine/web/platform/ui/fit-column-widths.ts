/** A column at least this wide, in pixels, holds text of any length, which may be truncated. */
const minTextWidth = 180;
/** The part of its width that such a column keeps. */
const minShare = 0.7;

/**
 * Widths for a table whose columns exceed its container, so that no column is cut at the edge: the column there shrinks to the
 * remaining space if that is most of its width; otherwise the columns before it share the space, and it is scrolled to.
 */
export function fitColumnWidths(widths: readonly number[], room: number): number[] {
  const before = (at: number): number => widths.slice(0, at).reduce((sum, width) => sum + width, 0);
  const edge = widths.findIndex((_width, at) => before(at + 1) > room);
  const remaining = room - before(edge);
  if (edge < 1) return [...widths];
  if (widths[edge] !== undefined && widths[edge] >= minTextWidth && remaining >= widths[edge] * minShare)
    return widths.with(edge, Math.floor(remaining));
  return widths.map((width, at) => (at < edge ? Math.floor((width * room) / before(edge)) : width));
}
