import type { ResetPassword } from '../reset-password.ts';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import type { Feedback } from '@back-office/web/platform/feedback/feedback.ts';
import { request } from '@back-office/web/platform/request/request.ts';
// Not loaded after the request: if that failed, nobody would know the new password.
import { showPassword } from './show-password.ts';

/** Asks for confirmation, then sets a one-time password for somebody else and shows it; `done` is called in any case. */
export function confirmResetPassword(
  app: Pick<Feedback, 'modal' | 'message'>,
  { id, userName, userAccount }: { id: string; userName: string; userAccount: string },
  done: () => void,
): void {
  app.modal.confirm({
    title: `重置“${userName}”的密码？`,
    content: '会生成一次性密码，原密码立即失效，已登录的设备会退出；本人首次登录须修改。',
    okText: '重置密码',
    ...dangerous,
    onOk: async () => {
      try {
        const { oneTimePassword } = await request<ResetPassword>(`/api/sys/user/reset-password/${id}`, { method: 'PUT' });
        showPassword(app, userAccount, oneTimePassword);
      } catch {
        // The request has shown the error.
      } finally {
        done();
      }
    },
  });
}
