import { RollbackOutlined, SendOutlined } from '@ant-design/icons';
import { limits } from '@back-office/contract/limits.ts';
import type { DraftOf, RecordOf } from '@back-office/contract/resource/row.ts';
import { msg, msgStatuses } from '../msg.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useSearchParams } from 'react-router';
import type { Action } from '@back-office/web/crud/action.ts';
import { useSave } from '@back-office/web/crud/hooks/use-save.ts';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { useRow } from '@back-office/web/crud/fields/use-row.ts';
import { useDirty } from '@back-office/web/platform/tabs/use-dirty.ts';
import { useLeave } from '@back-office/web/platform/tabs/use-leave.ts';
import { useKeptOpen } from '@back-office/web/platform/session/use-kept-open.ts';
import { useMay } from '@back-office/web/platform/session/use-may.ts';
import { FilesCard, NewFilesCard } from './files-card.tsx';
import { useNewFiles, usePromisedFiles } from './use-new-files.ts';
import './rich-text.css';

/** A notice: its text as readers see it, its files, its readers, and the button that publishes or withdraws it. */
export function MsgViewPage() {
  const { id } = useScreen();
  usePromisedFiles();
  return id === 'new' ? <NewNotice /> : <StoredNotice id={id} />;
}

function NewNotice() {
  const files = useNewFiles();
  const { unsaved } = files;
  useDirty(unsaved, files.discard);
  useLeave(files.discard);
  return (
    <>
      <ViewPage resource={msg} id="new" unsaved={unsaved} onSaved={({ id }) => files.link(id)} />
      <NewFilesCard {...files} />
    </>
  );
}

function StoredNotice({ id }: { id: string }) {
  const [search] = useSearchParams();
  const may = useMay(msg.name);
  const edited = useKeptOpen(search.get('edit') === '1' ? id : undefined, may('edit'));
  const { data } = useRow(msg, id);
  const action = usePublishing(data);
  return (
    <>
      <ViewPage resource={msg} id={id} actions={action === undefined ? [] : [action]} />
      {data !== undefined && edited !== undefined && <FilesCard id={id} />}
    </>
  );
}

/** 发布 or 撤回, depending on its current state. */
function usePublishing(row: RecordOf<typeof msg> | undefined): Action<DraftOf<typeof msg>> | undefined {
  const { modal, message } = useApp();
  const { save } = useSave(msg);
  if (row === undefined) return undefined;
  const published = row.msgStatus === msgStatuses.published;
  const actionLabel = published ? '撤回' : '发布';
  const run = async (): Promise<void> => {
    const sure = await modal.confirm({
      title: `${actionLabel}“${row.msgTitle}”？`,
      content: published ? '撤回后接收人不再看到这条通知。' : '发布后接收人会立即收到；设定了将来的发布时间则到时收到。',
      okText: actionLabel,
      cancelText: '取消',
    });
    if (!sure) return;
    const outcome = await save({
      id: row.id,
      version: row.version,
      msgStatus: published ? msgStatuses.withdrawn : msgStatuses.published,
    });
    if (outcome.kind === 'saved') void message.success(`已${actionLabel}`);
    else if (outcome.kind === 'version') void message.warning('数据已被他人修改，已为您刷新，请重试');
    else if (outcome.kind === 'issues') void message.error(outcome.issues[0]?.message ?? '保存失败', limits.errorSeconds);
    else if (outcome.kind === 'failed' && outcome.message !== undefined) void message.error(outcome.message, limits.errorSeconds);
  };
  return {
    name: 'edit',
    label: actionLabel,
    icon: published ? <RollbackOutlined aria-hidden /> : <SendOutlined aria-hidden />,
    affix: true,
    run: () => void run(),
  };
}
