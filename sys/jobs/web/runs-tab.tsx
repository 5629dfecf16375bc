import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { outcomes } from '@back-office/contract/status.ts';
import { readPage } from '@back-office/web/crud/fields/read-page.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton, Tag, Timeline } from 'antd';
import type { job } from '../job.ts';
import { jobRun } from '../job-run.ts';

const shown = 20;

/** The last runs of a kind of job, newest first. */
export function RunsTab({ row }: { row: DraftOf<typeof job> }) {
  const { data, error, refetch } = useQuery({
    queryKey: [jobRun.name, 'of', row.jobKind],
    queryFn: ({ signal }) =>
      readPage(
        jobRun.name,
        [
          ['eq', `jobKind:${row.jobKind ?? ''}`],
          ['limit', String(shown)],
        ],
        signal,
      ),
    refetchInterval: 5000,
  });
  if (data === undefined)
    return error === null ? (
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    ) : (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    );
  if (data.items.length === 0) return <Empty description="还没有执行过" />;
  return (
    <Timeline
      items={data.items.map(({ id, startTime, runStatus, runDuration, runNode, runError }) => ({
        key: id,
        color: runStatus === outcomes.failure ? 'red' : 'green',
        content: (
          <>
            {String(startTime)} <Tag color={runStatus === outcomes.failure ? 'error' : 'success'}>{String(runStatus)}</Tag>
            {String(runDuration)} ms · {String(runNode)}
            {typeof runError === 'string' && <div style={{ overflowWrap: 'anywhere' }}>{runError}</div>}
          </>
        ),
      }))}
    />
  );
}
