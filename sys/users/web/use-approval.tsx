import { userStatuses } from '@back-office/contract/status.ts';
import { AuditOutlined, CheckOutlined } from '@ant-design/icons';
import { may } from '@back-office/contract/resource/permission.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { user } from '../user.ts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Action } from '@back-office/web/crud/action.ts';
import { readPage } from '@back-office/web/crud/fields/read-page.ts';
import { useDeferredQuery } from '@back-office/web/platform/timing/use-deferred-query.ts';
import { useRights } from '@back-office/web/platform/session/use-rights.ts';
import { useDecision } from './use-decision.tsx';

type UserRecord = RecordOf<typeof user>;

const ApproveDialog = lazy(async () => ({ default: (await import('./approve-dialog.tsx')).ApproveDialog }));

const waiting = 'userStatus:待审核';
const none = { items: [], total: 0 };

interface Approval {
  actions: Action<readonly UserRecord[]>[];
  rowActions: ReturnType<typeof useDecision>['actions'];
  /** The dialog that an action has opened. */
  dialog: ReactNode;
}

/** Decisions on registrations within the user list: the number waiting, and approving several at once. */
export function useApproval(): Approval {
  const [, setSearch] = useSearchParams();
  const [approving, setApproving] = useState<{ rows: readonly UserRecord[]; untick: (() => void) | undefined }>();
  const mayEdit = may(useRights(), user.name, 'edit');
  const { data: total = 0 } = useDeferredQuery(
    {
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
      // If nobody waits, as on most days, the list need not be rendered again.
      placeholderData: none,
      select: (page) => page.total,
    },
    { later: true },
  );
  const decision = useDecision();
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
    rowActions: decision.actions,
    dialog: (
      <Suspense>
        {decision.dialog}
        {approving !== undefined && (
          <ApproveDialog rows={approving.rows} onDone={() => approving.untick?.()} onClose={() => setApproving(undefined)} />
        )}
      </Suspense>
    ),
  };
}

const awaitingIn = (rows: readonly (UserRecord | undefined)[]): UserRecord[] =>
  rows.filter((row) => row?.userStatus === userStatuses.awaiting).filter((row) => row !== undefined);
