import type { Feedback } from '@back-office/web/platform/feedback/feedback.ts';
import { showSecretOnce } from '@back-office/web/platform/copying/show-secret-once.tsx';

/** Shows a one-time password, which cannot be retrieved again. */
export const showPassword = (app: Pick<Feedback, 'modal' | 'message'>, account: string, password: string): void =>
  showSecretOnce(app, {
    title: '一次性密码',
    text: `账号“${account}”的一次性密码只显示这一次，请复制后转交本人；首次登录须修改。`,
    secret: password,
  });
