import type { FigureLine } from '../home-answer.ts';
import type { Panel, Series } from '../statistics.ts';

/** The daily values below a figure: from a chart's series if there is one, else as the server sent them; undefined for none. */
export function lineOf(key: Panel['key'], series: readonly Series[], lines: readonly FigureLine[] = []): number[] | undefined {
  const points = series.find((one) => one.key === key)?.points;
  if (points === undefined) return lines.find((line) => line.key === key)?.values;
  const days = new Map<string, number>();
  for (const { time, value } of points) days.set(time.slice(0, 10), (days.get(time.slice(0, 10)) ?? 0) + value);
  return [...days.values()];
}
