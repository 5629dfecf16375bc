import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '@back-office/web/platform/ui/skeleton.tsx';
import type { ChartData } from './chart-data.ts';
import { useNearViewport } from './use-near-viewport.ts';

const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

/** A chart and, for those who cannot see it, the same figures as a table. */
export function ChartCard({ data, waiting = false }: { data: ChartData; waiting?: boolean }) {
  const [table, setTable] = useState(false);
  const [card, seen] = useNearViewport<HTMLElement>();
  const empty = data.rows.every(({ values }) => values.every((value) => value === 0));
  return (
    <section ref={card} className="page-card home-chart-card" aria-label={data.title}>
      <div className="home-chart-head">
        <h2>{data.title}</h2>
        <button
          type="button"
          className="link-button"
          disabled={waiting}
          aria-pressed={table}
          aria-label={`${data.title}：${table ? '看图' : '看表格'}`}
          onClick={() => setTable(!table)}
        >
          {table ? '看图' : '看表格'}
        </button>
      </div>
      {waiting ? (
        <Empty />
      ) : table ? (
        <Figures data={data} />
      ) : empty ? (
        <p className="home-chart home-chart-none">暂无数据</p>
      ) : !seen ? (
        <Empty />
      ) : (
        <Suspense fallback={<Empty />}>
          <Chart data={data} />
        </Suspense>
      )}
    </section>
  );
}

/** As large as the chart that is to come. */
const Empty = () => (
  <div className="home-chart">
    <Skeleton rows={6} />
  </div>
);

const Figures = ({ data: { title, axis, words, rows } }: { data: ChartData }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by the keyboard
  <div className="home-figures" tabIndex={0} role="region" aria-label={`${title}，表格`}>
    <table>
      <thead>
        <tr>
          <th scope="col">{axis}</th>
          {rows.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {words.map((word, at) => (
          <tr key={word}>
            <th scope="row">{word}</th>
            {rows.map(({ label, values }) => (
              <td key={label}>{(values[at] ?? 0).toLocaleString('zh-CN')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
