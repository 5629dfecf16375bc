import { KeyOutlined } from '@ant-design/icons';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { user } from '../user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import type { Action } from '@back-office/web/crud/action.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { confirmResetPassword } from './confirm-reset-password.ts';

/** Sets a one-time password for somebody else after confirmation, and shows it. The user's own is changed in the personal centre. */
export function useResetPassword(): Action<DraftOf<typeof user>> {
  const app = useApp();
  const queries = useQueryClient();
  const { userId } = useSession();
  const run = ({ id = '', userName = '', userAccount = '' }: DraftOf<typeof user>): void =>
    confirmResetPassword(app, { id, userName, userAccount }, () => void queries.invalidateQueries({ queryKey: [user.name] }));
  return {
    name: 'edit',
    label: '重置密码',
    icon: <KeyOutlined aria-hidden />,
    affix: true,
    offered: ({ id }) => id !== undefined && id !== userId,
    run,
  };
}
