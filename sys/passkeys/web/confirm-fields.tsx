import type { PasskeyAnswer } from '@back-office/contract/calls/passkey.ts';
import { Form, Input } from 'antd';
import { request } from '@back-office/web/platform/request/request.ts';
import { promptPasskey, type AskQuestion } from '@back-office/web/platform/session/passkey.ts';
import { seal } from '@back-office/web/platform/session/seal.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { CodeField } from '@back-office/web/sign-in/account/code-field.tsx';

/** How a person re-authenticates: with the second factor if there is one, else with the password. */
export type Confirm = 'password' | 'code' | 'passkey';

/** The input for it. */
export interface Typed {
  password?: string;
  code?: string;
}

/** The input field for it; a passkey needs none. */
export function ConfirmFields({ by }: { by: Confirm }) {
  if (by === 'code') return <CodeField help="身份验证器显示的 6 位数字，或一个恢复码" />;
  if (by === 'passkey') return <p style={{ marginTop: 0 }}>请先用您已有的通行密钥确认是您本人。</p>;
  return (
    <Form.Item name="password" label="登录密码" extra="请先确认是您本人" rules={[{ required: true, message: '请输入密码' }]}>
      <Input.Password autoComplete="current-password" maxLength={256} />
    </Form.Item>
  );
}

/** The input as sent to the server; prompts for a passkey if needed. Rejects with a message for the person. */
export async function confirmation(by: Confirm, { password = '', code = '' }: Typed): Promise<Record<string, string | PasskeyAnswer>> {
  if (by === 'code') return { code: code.trim() };
  if (by === 'passkey')
    return { passkey: await promptPasskey(await request<AskQuestion>('/api/sys/passkey/start-confirm', { method: 'POST', quiet: true })) };
  return { password: seal(password, { name: 'password', secretKey: sessionStore.get().rolesCredentials?.credentials.secretKey ?? '' }) };
}
