import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { FocusField } from '@back-office/web/platform/keyboard/focus-field.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Modal } from 'antd';
import { useDeferredValue, useState } from 'react';
import { maxCronLength, job } from '../job.ts';
import type { NextTimes } from '../job-calls.ts';

/** Frequently used schedules. */
const usual = [
  ['每 5 分钟', '*/5 * * * *'],
  ['每小时整点', '0 * * * *'],
  ['每天凌晨 2:30', '30 2 * * *'],
  ['工作日 8:00', '0 8 * * 1-5'],
  ['每周日 3:00', '0 3 * * 0'],
  ['每月 1 日 4:00', '0 4 1 * *'],
] as const;

/** Sets the schedule of a kind of job as a cron expression, and shows its next runs before saving. */
export function PlanDialog({ row, onClose }: { row: RecordOf<typeof job>; onClose: () => void }) {
  const queries = useQueryClient();
  const [words, setWords] = useState(row.jobCron ?? '');
  const [busy, setBusy] = useState(false);
  const [issue, setIssue] = useState<string>();
  const save = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setIssue(undefined);
    try {
      await request(`/api/sys/job/plan/${row.id}`, { method: 'PUT', json: { version: row.version, jobCron: words.trim() }, quiet: true });
      void queries.invalidateQueries({ queryKey: [job.name] });
      onClose();
    } catch (error) {
      setIssue(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`调整“${row.jobTitle ?? ''}”的执行时间`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <FocusField />
      <div role="alert">{issue !== undefined && <Alert type="error" showIcon title={issue} style={{ marginBottom: 16 }} />}</div>
      <Flex gap={8} wrap style={{ marginBottom: 12 }}>
        {usual.map(([title, cron]) => (
          <Button key={cron} size="small" onClick={() => setWords(cron)}>
            {title}
          </Button>
        ))}
        <Button size="small" type="dashed" onClick={() => setWords('')}>
          恢复默认
        </Button>
      </Flex>
      <Input
        aria-label="执行时间（分 时 日 月 周）"
        placeholder="分 时 日 月 周；留空则按默认"
        maxLength={maxCronLength}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onPressEnter={() => void save()}
      />
      <NextRuns words={useDeferredValue(words.trim())} />
    </Modal>
  );
}

/** The next runs for this cron expression. */
function NextRuns({ words }: { words: string }) {
  const { data, error } = useQuery({
    queryKey: [job.name, 'next-times', words],
    queryFn: ({ signal }) => request<NextTimes>('/api/sys/job/next-times', { query: [['cron', words]], signal, quiet: true }),
    enabled: words !== '',
    retry: false,
    // A partly typed expression is invalid, and the error is shown below it.
    meta: { quiet: true },
  });
  if (words === '') return <p>按程序自带的计划执行。</p>;
  if (error !== null) return <p role="status">{error.message}</p>;
  return (
    <section aria-label="接下来的执行时间" style={{ minBlockSize: 150 }}>
      <p style={{ marginBottom: 4 }}>接下来的执行时间：</p>
      <ul style={{ margin: 0 }}>
        {data?.times.map((time) => (
          <li key={time}>{time}</li>
        ))}
      </ul>
    </section>
  );
}
