import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { userStatuses } from '@back-office/contract/status.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { user } from '../user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { Suspense, useState, type ReactNode } from 'react';
import type { Action } from '@back-office/web/crud/action.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';

// Loaded when opened.
const RefuseDialog = lazyPart(async () => (await import('./refuse-dialog.tsx')).RefuseDialog);

type Person = DraftOf<typeof user>;

interface Decision {
  /** 通过 and 拒绝, for people to whom they apply. */
  actions: Action<Person>[];
  /** The dialog that an action has opened. */
  dialog: ReactNode;
}

/** Decides on one registration: 通过, or 拒绝 with a reason. */
export function useDecision(): Decision {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const [refusing, setRefusing] = useState<Person>();
  const renew = (): Promise<void> => queries.invalidateQueries({ queryKey: [user.name] });
  const approve = (row: Person): void => {
    modal.confirm({
      title: '通过注册申请',
      content: `“${nameOf(row)}”将可以登录。新账号没有角色，请随后在“编辑”中为其选择机构和角色。`,
      okText: '通过',
      onOk: async () => {
        try {
          await request(`/api/sys/user/approve/${row.id}`, { method: 'PUT', json: { version: row.version } });
          void message.success('已通过，可以登录了');
          await renew();
        } catch {
          // The request has shown the error; the page may show old data.
          void renew();
        }
      },
    });
  };
  return {
    actions: [
      {
        name: 'edit',
        label: '通过',
        icon: <CheckOutlined aria-hidden />,
        affix: true,
        offered: ({ userStatus }) => isWaiting(userStatus) || userStatus === userStatuses.rejected,
        run: approve,
      },
      {
        name: 'edit',
        label: '拒绝',
        icon: <CloseOutlined aria-hidden />,
        danger: true,
        affix: true,
        offered: ({ userStatus }) => isWaiting(userStatus),
        run: setRefusing,
      },
    ],
    dialog: refusing !== undefined && (
      <Suspense>
        <RefuseDialog
          row={refusing}
          name={nameOf(refusing)}
          onClose={() => setRefusing(undefined)}
          onDone={async () => {
            setRefusing(undefined);
            void message.success('已拒绝');
            await renew();
          }}
        />
      </Suspense>
    ),
  };
}

const isWaiting = (status: unknown): boolean => status === userStatuses.awaiting;

const nameOf = ({ userName = '', userAccount = '' }: Person): string => `${userName}（${userAccount}）`;
