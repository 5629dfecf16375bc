import { useState } from 'react';
import { request } from '../../platform/request/request.ts';
import { checkPassword } from '../../platform/password/check-password.ts';
import { PasswordChecklist } from '../../platform/password/password-checklist.tsx';
import { seal } from '../../platform/session/seal.ts';
import { GateResult } from '../gate/gate-result.tsx';
import { PasswordInput } from '../gate/password-input.tsx';
import { SubmitButton } from '../gate/submit-button.tsx';
import { useGateForm, type Issues } from '../gate/use-gate-form.ts';

interface Values {
  newPassword: string;
  again: string;
  token: string;
}

/** This page does not know whose link it is: the server checks the remaining rules. */
const owner = { account: '', name: '' };

/** The secret of a link is in its fragment, which browsers do not send; it is removed from the address, and so from the history. */
export function takeToken(): string {
  const token = location.hash.slice(1);
  if (token !== '') history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/** Sets a new password with a mailed link. */
export function ResetPage({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const closing = (text: string) => (
    <GateResult text={text} good={done}>
      <Foot again={!done} />
    </GateResult>
  );
  if (done) return closing('密码已重置，所有设备已退出登录。请用新密码登录。');
  if (!/^[\w-]{43}$/.test(token)) return closing('链接不完整，请重新打开邮件中的链接，或重新申请。');
  return <ResetForm token={token} onDone={() => setDone(true)} />;
}

const Foot = ({ again }: { again: boolean }) => (
  <p className="gate-foot">
    {again && (
      <>
        <a href="/login?forgot">重新申请</a>
        {'　'}
      </>
    )}
    <a href="/login">返回登录</a>
  </p>
);

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const send = async ({ newPassword }: Values): Promise<void> => {
    await request('/api/password/reset', { method: 'POST', json: { token, newPassword: sealed(newPassword, token) }, quiet: true });
    onDone();
  };
  const { values, issues, whole, busy, bind, form } = useGateForm({ empty: { newPassword: '', again: '', token }, check, send });
  const refused = issues.token ?? whole;
  return (
    <form {...form}>
      <p role="alert" className="gate-alert">
        {refused}
      </p>
      <PasswordInput
        label="新密码"
        {...bind('newPassword')}
        autoComplete="new-password"
        below={<PasswordChecklist password={values.newPassword} owner={owner} />}
      />
      <PasswordInput label="确认新密码" {...bind('again')} autoComplete="new-password" />
      <SubmitButton busy={busy} label="设置新密码" busyLabel="正在提交…" />
      <Foot again={refused !== undefined} />
    </form>
  );
}

async function check({ newPassword, again }: Values): Promise<Issues<Values>> {
  const weak = newPassword === '' ? '请输入新密码' : await checkPassword(newPassword, owner);
  return {
    ...(weak === undefined ? {} : { newPassword: weak }),
    ...(again === newPassword ? {} : { again: '两次输入的密码不一致' }),
  };
}

/** The link is a key known to both sides. */
const sealed = (value: string, token: string): string =>
  seal(value, { name: 'newPassword', secretKey: `${token.replaceAll('-', '+').replaceAll('_', '/')}=` });
