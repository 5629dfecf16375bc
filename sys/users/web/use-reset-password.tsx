import { KeyOutlined } from '@ant-design/icons';
import type { ResetPassword } from '../../account/own.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { user } from '../user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import type { Action } from '@back-office/web/crud/action.ts';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { useShowPassword } from './use-show-password.tsx';

/** Gives somebody else a one-time password after asking, and shows it. The user's own is changed in the personal centre. */
export function useResetPassword(): Action<DraftOf<typeof user>> {
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const { userId } = useSession();
  const show = useShowPassword();
  const run = ({ id = '', userName = '', userAccount = '' }: DraftOf<typeof user>): void => {
    modal.confirm({
      title: `重置“${userName}”的密码？`,
      content: '会生成一次性密码，原密码立即失效，已登录的设备会退出；本人首次登录须修改。',
      okText: '重置密码',
      ...dangerous,
      onOk: async () => {
        const path = `/api/sys/user/reset-password/${id}`;
        try {
          const { oneTimePassword } = await request<ResetPassword>(path, { method: 'PUT' });
          show(userAccount, oneTimePassword);
        } catch {
          // The request has shown the error.
        } finally {
          void queries.invalidateQueries({ queryKey: [user.name] });
        }
      },
    });
  };
  return {
    name: 'edit',
    label: '重置密码',
    icon: <KeyOutlined aria-hidden />,
    affix: true,
    offered: ({ id }) => id !== undefined && id !== userId,
    run,
  };
}
