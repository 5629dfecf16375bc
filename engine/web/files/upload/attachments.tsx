import { type FileRecord, isAttachment } from '@back-office/contract/calls/file.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { dangerous } from '../../platform/feedback/dangerous.ts';
import { LoadFailed } from '../../platform/states/load-failed.tsx';
import { request } from '../../platform/request/request.ts';
import { attachmentTypes } from './attachment-types.ts';
import { StaleAlert } from '../../platform/states/stale-alert.tsx';
import { Uploader } from './uploader.tsx';
import { useFiles } from './use-files.ts';

interface AttachmentsProps {
  /** The name of a resource and the id of one of its records. */
  otcType: string;
  otcId: string;
  /** Whether the user may add and delete; the server checks again. */
  editable: boolean;
}

/**
 * The files attached to a record: visible to people who may read the record; people who may edit it can add and delete them.
 * @example
 * export const Scans = ({ id }: { id: string }) => <Attachments otcType="acme/agreement" otcId={id} editable={useMay('acme/agreement')('edit')} />;
 */
export function Attachments({ otcType, otcId, editable }: AttachmentsProps) {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const query = useFiles(otcType, otcId);
  const { error, isError, refetch } = query;
  const data = query.data?.filter(isAttachment);
  const refresh = () => void queries.invalidateQueries({ queryKey: ['sys/file'] });
  const remove = useMutation({
    mutationFn: ({ id }: FileRecord) => request('/api/file/delete', { method: 'DELETE', query: [['id', id]] }),
    onSuccess: () => void message.success('已删除'),
    onSettled: refresh,
  });
  // Known files stay listed: a list that disappears during an upload would look like lost files.
  if (data === undefined)
    return isError ? (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 3 }} />
    );
  if (data.length === 0 && !editable && !isError) return <Empty description="没有附件" />;
  const ask = (file: FileRecord) =>
    void modal.confirm({
      title: `删除附件“${file.fileName}”？`,
      content: '删除后无法恢复。',
      okText: '删除',
      ...dangerous,
      cancelText: '取消',
      onOk: () => remove.mutateAsync(file).catch(() => undefined),
    });
  return (
    <div className="uploader" data-keeps-focus>
      <StaleAlert query={query} shown="下面的附件可能不是最新的。" />
      <Uploader
        otcType={otcType}
        otcId={otcId}
        files={data}
        types={attachmentTypes}
        onStored={refresh}
        onDelete={ask}
        disabled={!editable}
      />
    </div>
  );
}
