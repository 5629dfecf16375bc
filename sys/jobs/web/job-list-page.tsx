import { BellFilled, BellOutlined } from '@ant-design/icons';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { usePreference } from '@back-office/web/platform/preferences/use-preference.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import { Suspense, useState } from 'react';
import { job } from '../job.ts';
import { notifyKey } from '../job-calls.ts';
import { useFreshRows } from './use-fresh-rows.ts';
import { useSend } from './use-send.ts';

// Loaded when opened.
const PlanDialog = lazyPart(async () => (await import('./plan-dialog.tsx')).PlanDialog);

type Row = RecordOf<typeof job>;

const paused = '已暂停';

/** The scheduled jobs of the server: last and next runs, and actions to run, pause and reschedule them. */
export function JobListPage() {
  const { modal } = useApp();
  const send = useSend();
  const [planned, setPlanned] = useState<Row>();
  const notify = useNotify();
  useFreshRows(job.name, 5);
  const pause = (row: Row): void => {
    modal.confirm({
      title: `暂停“${row.jobTitle ?? ''}”？`,
      content: '恢复之前，所有节点都不再执行它；正在执行的会执行完。',
      okText: '暂停',
      onOk: () => send('PUT', `sys/job/pause/${row.id}`, '已暂停', { version: row.version }),
    });
  };
  return (
    <>
      <ListPage
        resource={job}
        drawer
        actions={[notify]}
        rowActions={[
          {
            name: 'run',
            label: '立即执行',
            run: ({ id }) => void send('POST', `sys/job/run/${id}`, '已安排执行'),
            offered: ({ isPlanned, jobState }) => isPlanned === '是' && jobState !== paused,
          },
          { name: 'plan', label: '调整时间', run: setPlanned, offered: ({ isPlanned }) => isPlanned === '是' },
          { name: 'plan', label: '暂停', run: pause, offered: ({ jobState }) => jobState !== paused },
          {
            name: 'plan',
            label: '恢复',
            run: ({ id, version }) => void send('PUT', `sys/job/resume/${id}`, '已恢复', { version }),
            offered: ({ jobState }) => jobState === paused,
          },
        ]}
      />
      {planned !== undefined && (
        <Suspense>
          <PlanDialog row={planned} onClose={() => setPlanned(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** The button to subscribe to notices of failed jobs, or to unsubscribe. */
function useNotify() {
  const { message } = useApp();
  const isSubscribed = usePreference(notifyKey) === true;
  return {
    name: 'read',
    label: isSubscribed ? '失败时会通知我' : '失败时通知我',
    icon: isSubscribed ? <BellFilled aria-hidden /> : <BellOutlined aria-hidden />,
    run: () => {
      preferenceStore.set(notifyKey, isSubscribed ? null : true);
      void message.success(isSubscribed ? '不再通知您' : '任务多次重试后仍失败时，会发通知给您');
    },
  };
}
