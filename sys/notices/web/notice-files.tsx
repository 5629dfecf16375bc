import { msg } from '../msg.ts';
import { Button } from 'antd';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import { FileList } from '@back-office/web/files/upload/file-list.tsx';
import { isAttachment } from '@back-office/contract/calls/file.ts';
import { useFiles } from '@back-office/web/files/upload/use-files.ts';
import '@back-office/web/files/upload/upload.css';

/** A notice's attachments for its readers, to view and download. Renders nothing if there are none. */
export function NoticeFiles({ id }: { id: string }) {
  const files = useFiles(msg.name, id);
  const { data: all, isError, refetch } = files;
  const data = all?.filter(isAttachment);
  if (isError && data === undefined)
    return (
      <p role="alert">
        附件加载失败
        <Button type="link" size="small" onClick={() => void refetch()}>
          重试
        </Button>
      </p>
    );
  if (data === undefined || data.length === 0) return null;
  return (
    <section className="notice-files" aria-label="附件">
      <h3>附件（{data.length}）</h3>
      <StaleAlert query={files} shown="下面的附件可能不是最新的。" />
      <FileList files={data} />
    </section>
  );
}
