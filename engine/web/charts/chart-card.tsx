import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Skeleton } from '../platform/states/skeleton.tsx';
import './chart-card.css';
import type { ChartData } from './chart-data.ts';
import { useNearViewport } from './use-near-viewport.ts';

const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

/**
 * A chart with the same figures as a table for screen readers; rendered when it scrolls into view, and printed as the table before that. `waiting` shows a placeholder of its size, and
 * `choice` is shown in its header, such as a select for the range of days.
 *
 * @example
 * const data: ChartData = {
 *   title: '每月金额',
 *   kind: 'bar',
 *   axis: '月份',
 *   words: ['一月', '二月'],
 *   rows: [{ label: '金额', values: [1200, 3400] }],
 * };
 * export const Amounts = () => <ChartCard data={data} />;
 */
export function ChartCard({ data, waiting = false, choice }: { data: ChartData; waiting?: boolean; choice?: ReactNode }) {
  const [showsTable, setShowsTable] = useState(false);
  const [place, seen] = useNearViewport<HTMLElement>();
  const isPrinted = useIsPrinted();
  const asTable = showsTable || (isPrinted && !seen);
  const empty = data.rows.every(({ values }) => values.every((value) => value === 0));
  return (
    <section ref={place} className="page-card chart-card" aria-label={data.title}>
      <div className="chart-head">
        <h2>{data.title}</h2>
        {choice}
        <button
          type="button"
          className="link-button"
          disabled={waiting}
          aria-pressed={showsTable}
          aria-label={`${data.title}：${showsTable ? '看图' : '看表格'}`}
          onClick={() => setShowsTable(!showsTable)}
        >
          {showsTable ? '看图' : '看表格'}
        </button>
      </div>
      {waiting ? (
        <Waiting />
      ) : asTable ? (
        <Figures data={data} />
      ) : !seen ? (
        <div className="chart-room" />
      ) : empty ? (
        <p className="chart-room chart-none">暂无数据</p>
      ) : (
        <Suspense fallback={<Waiting />}>
          <Chart data={data} />
        </Suspense>
      )}
    </section>
  );
}

/** Whether the page is being printed, which waits for nothing that is loaded or measured. */
function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const follow = (event: string, next: boolean): void => addEventListener(event, () => flushSync(() => setPrinted(next)), listening);
    follow('beforeprint', true);
    follow('afterprint', false);
    return () => listening.abort();
  }, []);
  return isPrinted;
}

/** As large as the chart that replaces it. */
const Waiting = () => (
  <div className="chart-room">
    <Skeleton rows={6} />
  </div>
);

const Figures = ({ data: { title, axis, words, rows } }: { data: ChartData }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
  <div className="chart-figures" tabIndex={0} role="region" aria-label={`${title}，表格`}>
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
