import { useMemo } from 'react';
import { ChartCard } from '@back-office/web/charts/chart-card.tsx';
import { Skeleton } from '@back-office/web/platform/ui/skeleton.tsx';
import { chartsOf } from './chart-data.ts';
import { Panels } from './panels.tsx';
import { usePanelData } from './use-panel-data.ts';

/** The figures and charts; what was read before stays while it is read again. */
export function Dashboard() {
  const { data, error, refetch, isFetching } = usePanelData();
  const charts = useMemo(() => (data === undefined ? [] : chartsOf(data)), [data]);
  if (data === undefined) {
    if (error === null) return <Waiting />;
    return (
      <div className="home-failed" role="alert">
        没有读到统计数据：{error.message}
        <button type="button" className="link-button" disabled={isFetching} onClick={() => void refetch()}>
          重试
        </button>
      </div>
    );
  }
  return (
    <>
      <Panels panels={data.panels} />
      <div className="home-charts">
        {charts.map((chart) => (
          <ChartCard key={chart.title} data={chart} />
        ))}
      </div>
    </>
  );
}

const awaited = chartsOf({ series: ['operations', 'signIns', 'signInFailures'].map((key) => ({ key, label: '', points: [] })) });

/** As large as what is to come, so that nothing moves. */
const Waiting = () => (
  <>
    <div className="home-panels" role="group" aria-busy="true" aria-label="正在读取统计数据">
      {Array.from({ length: 10 }, (_, at) => (
        <div key={at} className="page-card home-panel">
          <Skeleton rows={2} />
        </div>
      ))}
    </div>
    <div className="home-charts">
      {awaited.map((chart) => (
        <ChartCard key={chart.title} data={chart} waiting />
      ))}
    </div>
  </>
);
