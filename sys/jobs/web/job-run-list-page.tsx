import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { outcomes } from '@back-office/contract/status.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { jobRun } from '../job-run.ts';
import { useFreshRows } from './use-fresh-rows.ts';
import { useSend } from './use-send.ts';

/** Runs of the server's jobs and their results; failed ones can be retried. */
export function JobRunListPage() {
  const send = useSend();
  useFreshRows(jobRun.name, 10);
  const retry = ({ id }: RecordOf<typeof jobRun>) => void send('POST', `sys/job-run/retry/${id}`, '已安排重试');
  return (
    <ListPage
      resource={jobRun}
      drawer
      rowActions={[{ name: 'retry', label: '重试', run: retry, offered: ({ runStatus }) => runStatus === outcomes.failure }]}
    />
  );
}
