import { userStatuses } from '@back-office/contract/status.ts';
import { AuditOutlined, CheckOutlined } from '@ant-design/icons';
import { may } from '@back-office/contract/resource/permission.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { user } from '../user.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Action } from '@back-office/web/crud/action.ts';
import { readPage } from '@back-office/web/crud/fields/read-page.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useRights } from '@back-office/web/platform/session/use-rights.ts';
import { lazyPart } from '@back-office/web/platform/ui/lazy-part.ts';

// When it is opened.
const RefuseDialog = lazyPart(async () => (await import('./refuse-dialog.tsx')).RefuseDialog);

type UserRecord = RecordOf<typeof user>;

const ApproveDialog = lazy(async () => ({ default: (await import('./approve-dialog.tsx')).ApproveDialog }));

const waiting = 'userStatus:待审核';
const none = { items: [], total: 0 };

interface Approval {
  actions: Action<readonly UserRecord[]>[];
  rowActions: Action<UserRecord>[];
  /** Draws what an action has opened. */
  dialog: ReactNode;
}

/** Deciding on people who registered: how many wait, 通过 and 拒绝 with a reason. */
export function useApproval(): Approval {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const [, setSearch] = useSearchParams();
  const [refusing, setRefusing] = useState<UserRecord>();
  const [approving, setApproving] = useState<{ rows: readonly UserRecord[]; untick: (() => void) | undefined }>();
  const mayEdit = may(useRights(), user.name, 'edit');
  const { data: total = 0 } = useQuery({
    queryKey: [user.name, 'page', 'waiting'],
    queryFn: ({ signal }) =>
      readPage(
        user.name,
        [
          ['eq', waiting],
          ['limit', '1'],
        ],
        signal,
      ),
    enabled: mayEdit,
    // Where nobody waits, as on most days, the list need not be drawn again.
    placeholderData: none,
    select: (page) => page.total,
  });
  const done = (text: string): Promise<void> => {
    void message.success(text);
    return queries.invalidateQueries({ queryKey: [user.name] });
  };
  const approve = (row: UserRecord): void => {
    modal.confirm({
      title: '通过注册申请',
      content: `“${nameOf(row)}”将可以登录。新账号没有角色，请随后在“编辑”中为其选择机构和角色。`,
      okText: '通过',
      centered: true,
      onOk: async () => {
        try {
          await request(`/api/sys/user/approve/${row.id}`, { method: 'PUT', json: { version: row.version } });
          await done('已通过，可以登录了');
        } catch {
          // The request has shown the error; what is shown may be old.
          void queries.invalidateQueries({ queryKey: [user.name] });
        }
      },
    });
  };
  return {
    actions: [
      {
        name: 'edit',
        label: total === 0 ? '待审核' : `待审核（${total}）`,
        icon: <AuditOutlined aria-hidden />,
        run: () => setSearch(new URLSearchParams({ eq: waiting })),
      },
      {
        name: 'edit',
        label: '批量通过',
        icon: <CheckOutlined aria-hidden />,
        ofTicked: true,
        offered: (rows) => awaitingIn(rows).length > 0,
        run: (rows, untick) => setApproving({ rows: awaitingIn(rows), untick }),
      },
    ],
    rowActions: [
      {
        name: 'edit',
        label: '通过',
        offered: (row) => row.userStatus === userStatuses.awaiting || row.userStatus === userStatuses.rejected,
        run: approve,
      },
      { name: 'edit', label: '拒绝', danger: true, offered: (row) => row.userStatus === userStatuses.awaiting, run: setRefusing },
    ],
    dialog: (
      <Suspense>
        {refusing !== undefined && (
          <RefuseDialog
            row={refusing}
            name={nameOf(refusing)}
            onClose={() => setRefusing(undefined)}
            onDone={async () => {
              setRefusing(undefined);
              await done('已拒绝');
            }}
          />
        )}
        {approving !== undefined && (
          <ApproveDialog rows={approving.rows} onDone={() => approving.untick?.()} onClose={() => setApproving(undefined)} />
        )}
      </Suspense>
    ),
  };
}

const awaitingIn = (rows: readonly (UserRecord | undefined)[]): UserRecord[] =>
  rows.filter((row) => row?.userStatus === userStatuses.awaiting).filter((row) => row !== undefined);

const nameOf = ({ userName, userAccount }: UserRecord): string => `${userName}（${userAccount}）`;
