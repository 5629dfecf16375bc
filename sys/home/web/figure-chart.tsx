import { useMemo } from 'react';
import { ChartCard } from '@back-office/web/charts/chart-card.tsx';
import { chartsOf } from './chart-data.ts';
import type { ChartName } from './chart-titles.ts';
import { usePanelData } from './use-panel-data.ts';

const awaited = chartsOf({ series: ['operations', 'signIns', 'signInFailures'].map((key) => ({ key, label: '', points: [] })) });

/** A chart of the figures; nothing for whoever may not read what it counts. */
export function FigureChart({ name }: { name: ChartName }) {
  const { data, error } = usePanelData();
  const chart = useMemo(() => (data === undefined ? undefined : chartsOf(data).find((one) => one.name === name)), [data, name]);
  const waiting = awaited.find((one) => one.name === name);
  if (chart !== undefined) return <ChartCard data={chart} />;
  return data === undefined && error === null && waiting !== undefined ? <ChartCard data={waiting} waiting /> : null;
}
