import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { session } from '@back-office/contract/resources/session.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { ListPage } from '../crud/pages/list-page.tsx';
import { dangerous } from '../feedback/dangerous.ts';
import { request } from '../request/request.ts';

const removal = { verb: '强制下线', after: '会立即收到提示并退出登录，未保存的内容会留在其草稿中。' };

/** People on line: one session is ended, or all of a person. Nothing of a session is edited. */
export function SessionListPage() {
  const { modal, message } = App.useApp();
  const queries = useQueryClient();

  const end = (row: AnyRow, words: string, path: string): void => {
    const name = textOf(row['sysUserIdLabel']) || textOf(row['userAccount']);
    modal.confirm({
      title: words,
      content: `“${name}”${removal.after}`,
      okText: words,
      ...dangerous,
      centered: true,
      onOk: async () => {
        await request(`/api/sys/session/${path}`, { method: 'DELETE' });
        void message.success('已强制下线');
        await queries.invalidateQueries({ queryKey: [session.name] });
      },
    });
  };
  const actions = [
    { name: 'delete', label: '下线', danger: true, run: (row: AnyRow) => end(row, '强制下线', `delete/${row.id}`) },
    {
      name: 'delete',
      label: '全部下线',
      danger: true,
      run: (row: AnyRow) => end(row, '全部下线', `delete-user/${textOf(row['sysUserId'])}`),
    },
  ];
  return <ListPage resource={session} rowActions={actions} editable={() => false} removal={removal} />;
}
