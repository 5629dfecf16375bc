import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton, Table, Tabs } from 'antd';
import { useState } from 'react';
import { type DirectoryTrial, type TrialKind, trialKinds, trialLimits, type TrialLine } from '../directory-calls.ts';
import type { directory } from '../directory.ts';
import { RunResult } from './run-result.tsx';

interface Props {
  readonly row: RecordOf<typeof directory>;
  readonly onClose: () => void;
}

const kinds: readonly TrialKind[] = ['added', 'changed', 'disabled', 'conflicts'];

/** Shows what a synchronisation would change, before anything is written; then runs it. */
export function TrialDialog({ row, onClose }: Props) {
  const [sending, setSending] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['directory-trial', row.id],
    queryFn: ({ signal }) =>
      request<DirectoryTrial>(`/api/sys/directory/trial/${row.id}`, { method: 'POST', signal, quiet: true, timeout: trialLimits.page }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { kept: true },
  });
  const mayRun = data !== undefined && (data.refused === undefined || data.mayForce === true);
  const isForced = data?.refused !== undefined;
  const run = async (): Promise<void> => {
    setSending(true);
    try {
      await request(`/api/sys/directory/run/${row.id}`, { method: 'POST', json: { force: isForced } });
      setRunning(true);
    } catch {
      // The request has shown the error.
    } finally {
      setSending(false);
    }
  };
  if (isRunning)
    return (
      <Modal open width={520} title={`同步：${row.directoryName}`} footer={<Button onClick={onClose}>返回列表</Button>} onCancel={onClose}>
        <RunResult row={row} />
      </Modal>
    );
  return (
    <Modal
      open
      width={720}
      title={`试运行：${row.directoryName}`}
      okText={isForced ? '仍然同步' : '开始同步'}
      okButtonProps={{ disabled: !mayRun, danger: isForced }}
      cancelText="取消"
      confirmLoading={sending}
      onOk={() => void run()}
      onCancel={onClose}
    >
      {isError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active title={false} />
      ) : (
        <Trial trial={data} />
      )}
    </Modal>
  );
}

function Trial({ trial }: { readonly trial: DirectoryTrial }) {
  const first = kinds.find((kind) => trial.counts[kind] > 0) ?? 'added';
  return (
    <>
      {trial.refused !== undefined && <Alert type="error" showIcon title={trial.refused} style={{ marginBottom: 12 }} />}
      <p style={{ marginTop: 0 }}>
        目录中有 {grouped(trial.people)} 人、{grouped(trial.departments)} 个部门。下面是现在同步会改变的，尚未写入任何内容。
      </p>
      <Tabs
        defaultActiveKey={first}
        items={kinds.map((kind) => ({
          key: kind,
          label: `${trialKinds[kind]} ${grouped(trial.counts[kind])}`,
          children: <Lines lines={trial.lines[kind]} total={trial.counts[kind]} />,
        }))}
      />
    </>
  );
}

const Lines = ({ lines, total }: { readonly lines: readonly TrialLine[]; readonly total: number }) => (
  <>
    {total > lines.length && <p>只列出前 {lines.length} 条。</p>}
    <Table<TrialLine & { at: number }>
      size="small"
      rowKey="at"
      pagination={false}
      scroll={{ y: 320 }}
      locale={{ emptyText: '没有' }}
      dataSource={lines.map((line, at) => ({ ...line, at }))}
      columns={[
        { title: '名称', dataIndex: 'name', width: '40%' },
        { title: '说明', dataIndex: 'detail' },
      ]}
    />
  </>
);
