import { session } from '../session.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useDelete } from '@back-office/web/crud/hooks/use-delete.tsx';
import { focusAfter } from '@back-office/web/crud/hooks/focus-next-row.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { ReasonInput, reasonQuery } from '@back-office/web/crud/fields/reason-input.tsx';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import { request } from '@back-office/web/platform/request/request.ts';

const removal = {
  verb: '强制下线',
  after: '会立即收到提示并退出登录，未保存的内容会留在其草稿中。',
  reason: '原因（选填，对方会看到）',
};

/** People online: ends one session, or all of a person. Sessions cannot be edited. */
export function SessionListPage() {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const end = useDelete(session, () => undefined, removal);

  const shownOf = (person: string | null | undefined): string[] =>
    queries
      .getQueriesData<Partial<PageAnswer<RecordOf<typeof session>>>>({ queryKey: [session.name, 'page'] })
      .flatMap(([, page]) => page?.items ?? [])
      .flatMap(({ id, sysUserId }) => (sysUserId === person ? [id] : []));

  const endAll = ({ sysUserId, sysUserIdLabel, userAccount }: RecordOf<typeof session>): void => {
    const name = sysUserIdLabel || (userAccount ?? '');
    let reason = '';
    modal.confirm({
      title: `“${name}”的所有登录强制下线？`,
      content: (
        <>
          {removal.after}
          <ReasonInput label={removal.reason} onReason={(typed) => (reason = typed)} />
        </>
      ),
      okText: '全部下线',
      ...dangerous,
      onOk: async () => {
        const path = `/api/sys/session/delete-user/${sysUserId ?? ''}`;
        const bringFocus = focusAfter(shownOf(sysUserId));
        try {
          await request(path, { method: 'DELETE', query: reasonQuery(reason) });
          void message.success('已强制下线');
          bringFocus();
        } catch {
          // The request has shown the error.
        } finally {
          void queries.invalidateQueries({ queryKey: [session.name] });
        }
      },
    });
  };
  const actions = [
    { name: 'delete', label: removal.verb, danger: true, run: (row: RecordOf<typeof session>) => end([row]) },
    { name: 'delete', label: '全部下线', danger: true, run: endAll },
  ];
  return <ListPage resource={session} rowActions={actions} editable={() => false} removal={removal} />;
}
