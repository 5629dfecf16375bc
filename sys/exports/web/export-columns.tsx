import { formatBytes } from '@back-office/contract/format-bytes.ts';
import type { ExportRecord } from '@back-office/contract/calls/export.ts';
import { Badge, Button, Popconfirm, Progress, type TableColumnsType, Typography } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useState } from 'react';
import { CutText } from '@back-office/web/platform/ui/cut-text.tsx';
import { saveFile } from '@back-office/web/platform/request/save-file.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { request } from '@back-office/web/platform/request/request.ts';

/** The columns of 导出中心, only two if `narrow`; `changed` is called after an export was cancelled or deleted. */
export const exportColumns = (changed: () => Promise<void>, narrow: boolean): TableColumnsType<ExportRecord> =>
  narrow
    ? [
        { title: '文件', key: 'file', render: (_, record) => <FileAndState record={record} /> },
        { title: '操作', key: 'actions', width: 116, render: (_, record) => <Actions record={record} changed={changed} /> },
      ]
    : wideColumns(changed);

const wideColumns = (changed: () => Promise<void>): TableColumnsType<ExportRecord> => [
  { title: '文件', dataIndex: 'fileName', ellipsis: true, width: 230, render: (name: string) => <CutText>{name}</CutText> },
  { title: '状态', key: 'state', width: 190, render: (_, record) => <State record={record} /> },
  { title: '行数', dataIndex: 'done', width: 100, align: 'right', render: (done: number) => grouped(done) },
  {
    title: '大小',
    dataIndex: 'fileSize',
    width: 100,
    align: 'right',
    render: (size: number | null) => (size === null ? '—' : formatBytes(size)),
  },
  { title: '创建时间', dataIndex: 'createTime', width: 175 },
  { title: '保留至', dataIndex: 'expireTime', width: 175 },
  { title: '操作', key: 'actions', width: 130, fixed: 'right', render: (_, record) => <Actions record={record} changed={changed} /> },
];

const FileAndState = ({ record }: { record: ExportRecord }) => (
  <>
    <div className="exports-file">{record.fileName}</div>
    <State record={record} />
    <div className="exports-when">{record.createTime}</div>
  </>
);

const names = {
  waiting: { text: '排队中', status: 'default' },
  done: { text: '已完成', status: 'success' },
  failed: { text: '失败', status: 'error' },
  cancelled: { text: '已取消', status: 'default' },
} as const;

function State({ record: { state, done, total, failReason, fileName } }: { record: ExportRecord }) {
  if (state === 'running') {
    const percent = total === null || total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
    return <Progress className="exports-state" percent={percent} size="small" status="active" aria-label={`${fileName}的进度`} />;
  }
  const { text, status } = names[state];
  return (
    <>
      <Badge status={status} text={text} />
      {failReason !== null && (
        <Typography.Text type="danger" className="exports-reason">
          {failReason}
        </Typography.Text>
      )}
    </>
  );
}

function Actions({ record: { id, state, fileName }, changed }: { record: ExportRecord; changed: () => Promise<void> }) {
  const { message } = useApp();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      void message.success(said);
    } catch {
      // The request has shown the error.
    } finally {
      setBusy(false);
      void changed();
    }
  };
  if (state === 'waiting' || state === 'running') {
    const cancel = (): Promise<unknown> => request(`/api/sys/export/cancel/${id}`, { method: 'POST' });
    return (
      <Button
        type="link"
        size="small"
        className="exports-action"
        loading={busy}
        aria-label={`取消${fileName}`}
        onClick={() => void run(cancel, '已请求取消')}
      >
        取消
      </Button>
    );
  }
  const remove = (): Promise<unknown> => request(`/api/sys/export/delete/${id}`, { method: 'DELETE' });
  return (
    <>
      {state === 'done' && (
        <Button
          type="link"
          size="small"
          className="exports-action"
          loading={busy}
          aria-label={`下载${fileName}`}
          onClick={() => void run(() => saveFile(`/api/sys/export/download/${id}`), '下载完成')}
        >
          下载
        </Button>
      )}
      <Popconfirm title="删除这条导出记录和文件？" okText="删除" cancelText="取消" onConfirm={() => void run(remove, '已删除')}>
        <Button type="link" size="small" className="exports-action" danger disabled={busy} aria-label={`删除${fileName}`}>
          删除
        </Button>
      </Popconfirm>
    </>
  );
}
