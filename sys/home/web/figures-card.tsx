import { Skeleton } from '@back-office/web/platform/states/skeleton.tsx';
import { FailedLine } from './failed-line.tsx';
import { Panels } from './panels.tsx';
import { useHomeAnswer } from './use-home-answer.ts';
import { usePanelData } from './use-panel-data.ts';

/** The figures; previous ones stay visible while reloading. */
export function FiguresCard() {
  const query = usePanelData();
  const { data: beside } = useHomeAnswer();
  if (query.data !== undefined) return <Panels data={query.data} beside={beside} />;
  return query.error === null ? <Waiting /> : <FailedLine what="统计数据加载失败" query={query} />;
}

/** As large as the content that replaces it, so that nothing moves. */
const Waiting = () => (
  <div className="home-panels" role="group" aria-busy="true" aria-label="正在读取统计数据">
    {Array.from({ length: 10 }, (_, at) => (
      <div key={at} className="page-card home-panel">
        <Skeleton rows={2} />
      </div>
    ))}
  </div>
);
