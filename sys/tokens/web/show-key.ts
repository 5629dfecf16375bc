import type { Feedback } from '@back-office/web/platform/feedback/feedback.ts';
import { showSecretOnce } from '@back-office/web/platform/copying/show-secret-once.tsx';
import type { MadeToken } from '../made-token.ts';

/** Shows a newly created key; does nothing if the answer has none. */
export function showKey(app: Pick<Feedback, 'modal' | 'message'>, { tokenName, token }: Pick<MadeToken, 'tokenName' | 'token'>): void {
  if (token === undefined) return;
  const text = `密钥“${tokenName}”只显示这一次，请立即复制，并存放在只有该程序能读到的地方。`;
  showSecretOnce(app, { title: '接口密钥', text, secret: token });
}
