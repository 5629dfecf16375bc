import type { ChartData } from '@back-office/web/charts/chart-data.ts';
import type { PanelData, Series } from '../statistics.ts';
import { type ChartName, chartTitles } from './chart-titles.ts';

/** Periods of the charts in days: the figures cover the last thirty. */
export const periods = [7, 30] as const;
export type Period = (typeof periods)[number];

/** The charts of the home page for the period, from the server's figures; none for figures that the person may not read. */
export function chartsOf({ series: all }: Pick<PanelData, 'series'>, period: Period = 30): (ChartData & { name: ChartName })[] {
  const days = [...new Set(all.flatMap(({ points }) => points.map(dayOf)))].toSorted().slice(-period);
  const series = all.map((one) => ({ ...one, points: one.points.filter((point) => days.includes(dayOf(point))) }));
  const told = new Set(series.map(({ key }) => key));
  const of = (key: string): Series => series.find((one) => one.key === key) ?? { key, label: '', points: [] };
  const signIns = of('signIns');
  const operations = of('operations').points;
  const modules = series.filter(({ key }) => key.startsWith('module:')).map(({ label, points }) => ({ label, value: sum(points) }));
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const charts: (Omit<ChartData, 'title'> & { name: ChartName; of: string })[] = [
    {
      name: 'operations',
      of: 'operations',
      kind: 'line',
      axis: '日期',
      words: days,
      rows: [{ label: '操作', values: sumsBy(operations, 0, 10, days) }],
    },
    {
      name: 'sign-ins',
      of: 'signIns',
      kind: 'line',
      axis: '日期',
      words: days,
      rows: [signIns, of('signInFailures')].map(({ label, points }) => ({ label, values: points.map(({ value }) => value) })),
    },
    {
      name: 'hours',
      of: 'operations',
      kind: 'bar',
      axis: '时段',
      words: hours.map((hour) => `${hour}:00`),
      rows: [{ label: '操作', values: sumsBy(operations, 11, 13, hours) }],
    },
    {
      name: 'modules',
      of: 'operations',
      kind: 'share',
      axis: '模块',
      words: modules.map(({ label }) => label),
      rows: [{ label: '操作', values: modules.map(({ value }) => value) }],
    },
  ];
  return charts.filter((chart) => told.has(chart.of)).map((chart) => ({ ...chart, title: `近${period}天${chartTitles[chart.name]}` }));
}

const dayOf = ({ time }: Series['points'][number]): string => time.slice(0, 10);

const sum = (points: Series['points']): number => points.reduce((total, { value }) => total + value, 0);

/** Sums of the points by the part of their time that equals each word. */
function sumsBy(points: Series['points'], from: number, to: number, words: readonly string[]): number[] {
  const sums = new Map<string, number>();
  for (const { time, value } of points) sums.set(time.slice(from, to), (sums.get(time.slice(from, to)) ?? 0) + value);
  return words.map((word) => sums.get(word) ?? 0);
}
