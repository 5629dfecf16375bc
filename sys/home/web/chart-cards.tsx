import { Suspense } from 'react';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import '@back-office/web/charts/chart-card.css';
import { type ChartName, chartTitles } from './chart-titles.ts';

const FigureChart = lazyPart(async () => (await import('./figure-chart.tsx')).FigureChart);

/** The charts as separate cards, so that each is arranged individually; their code loads after the page, into space reserved for it. */
export const chartCards = (Object.keys(chartTitles) as ChartName[]).map((name) => ({
  name,
  title: chartTitles[name],
  Card: () => (
    <Suspense fallback={<Room title={chartTitles[name]} />}>
      <FigureChart name={name} />
    </Suspense>
  ),
}));

const Room = ({ title }: { title: string }) => (
  <section className="page-card chart-card" aria-label={title}>
    <div className="chart-head">
      <h2>{title}</h2>
    </div>
    <div className="chart-room" />
  </section>
);
