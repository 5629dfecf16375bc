import type { ConfirmBy } from '@back-office/contract/calls/two-factor.ts';
import { Form, Input } from 'antd';
import { seal } from '../../platform/session/seal.ts';
import { sessionStore } from '../../platform/session/session-store.ts';

interface Props {
  confirmBy: ConfirmBy | undefined;
  autoFocus?: boolean;
}

/** Asks for the password by which people show that it is them; of those without one, for nothing. */
export function PasswordField({ confirmBy, autoFocus = false }: Props) {
  if (confirmBy?.kind === 'provider')
    return <p style={{ marginTop: 0 }}>您从“{confirmBy.label}”登录，不需要密码。登录超过 5 分钟时，请退出后重新登录，再来这里操作。</p>;
  const label = confirmBy === undefined ? '登录密码' : `“${confirmBy.label}”的密码`;
  return (
    <Form.Item name="password" label={label} extra="请先确认是您本人" rules={[{ required: true, message: '请输入密码' }]}>
      <Input.Password autoFocus={autoFocus} autoComplete="current-password" maxLength={256} />
    </Form.Item>
  );
}

/** The typed password as it is sent, sealed; nothing if none was asked for. */
export function sealedPassword(password: string | undefined): { password?: string } {
  if (password === undefined) return {};
  return { password: seal(password, { name: 'password', secretKey: sessionStore.get().rolesCredentials?.credentials.secretKey ?? '' }) };
}
