import { useMemo } from 'react';
import { ChartCard } from '@back-office/web/charts/chart-card.tsx';
import { chartsOf } from './chart-data.ts';
import { type ChartName, chartTitles } from './chart-titles.ts';
import { PeriodChoice, usePeriod } from './period-choice.tsx';
import { usePanelData } from './use-panel-data.ts';

const awaited = chartsOf({ series: ['operations', 'signIns', 'signInFailures'].map((key) => ({ key, label: '', points: [] })) });

/** A chart of the figures; nothing if the person may not read what it counts. */
export function FigureChart({ name }: { name: ChartName }) {
  const { data, error } = usePanelData();
  const period = usePeriod();
  const chart = useMemo(
    () => (data === undefined ? undefined : chartsOf(data, period).find((one) => one.name === name)),
    [data, name, period],
  );
  const waiting = awaited.find((one) => one.name === name);
  if (chart !== undefined) return <ChartCard data={chart} choice={<PeriodChoice period={period} of={chartTitles[name]} />} />;
  return data === undefined && error === null && waiting !== undefined ? <ChartCard data={waiting} waiting /> : null;
}
