import { useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../platform/request/api-error.ts';
import { refusedFields } from '../../platform/request/refused-fields.ts';
import { request } from '../../platform/request/request.ts';
import { checkPassword } from '../../platform/password/check-password.ts';
import { PasswordChecklist } from '../../platform/password/password-checklist.tsx';
import { seal } from '../../platform/session/seal.ts';
import { PasswordInput } from '../gate/password-input.tsx';
import { SubmitButton } from '../gate/submit-button.tsx';

type Issues = Partial<Record<'newPassword' | 'again' | 'token', string>>;

/** Of whom the link is, this page does not know: the server asks the rest of the rules. */
const owner = { account: '', name: '' };

/** The secret of a link stands behind its #, which no server is sent; it is taken out of the address, and so of the history. */
export function takeToken(): string {
  const token = location.hash.slice(1);
  if (token !== '') history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/** Sets a new password by the link of a mail. */
export function ResetPage({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  if (done) return <Closing good text="密码已重置，所有设备已退出登录。请用新密码登录。" />;
  if (!/^[\w-]{43}$/.test(token)) return <Closing text="链接不完整，请重新打开邮件中的链接，或重新申请。" />;
  return <ResetForm token={token} onDone={() => setDone(true)} />;
}

function Closing({ text, good = false }: { text: string; good?: boolean }) {
  return (
    <div className="gate-form">
      <p role="status" className={good ? 'gate-good' : 'gate-alert'}>
        {text}
      </p>
      <Foot again={!good} />
    </div>
  );
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
  const [values, setValues] = useState({ newPassword: '', again: '' });
  const [issues, setIssues] = useState<Issues>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const bind = (name: keyof typeof values) => ({
    name,
    value: values[name],
    issue: issues[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });
  const show = (found: Issues): void => {
    setIssues(found);
    const first = (['newPassword', 'again'] as const).find((name) => found[name] !== undefined);
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const found = await check(values);
      show(found);
      if (Object.keys(found).length > 0) return;
      await request('/api/password/reset', {
        method: 'POST',
        json: { token, newPassword: sealed(values.newPassword, token) },
        quiet: true,
      });
      onDone();
    } catch (error) {
      const fields = error instanceof ApiError ? refusedFields(error, ['newPassword', 'token']) : {};
      show(Object.keys(fields).length > 0 ? fields : { token: error instanceof Error ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} className="gate-form" onSubmit={(event) => void submit(event)} noValidate>
      <p role="alert" className="gate-alert">
        {issues.token}
      </p>
      <PasswordInput
        label="新密码"
        {...bind('newPassword')}
        autoComplete="new-password"
        below={<PasswordChecklist password={values.newPassword} owner={owner} />}
      />
      <PasswordInput label="确认新密码" {...bind('again')} autoComplete="new-password" />
      <SubmitButton busy={busy} label="设置新密码" busyLabel="正在提交…" />
      <Foot again={issues.token !== undefined} />
    </form>
  );
}

async function check({ newPassword, again }: { newPassword: string; again: string }): Promise<Issues> {
  const weak = newPassword === '' ? '请输入新密码' : await checkPassword(newPassword, owner);
  return {
    ...(weak === undefined ? {} : { newPassword: weak }),
    ...(again === newPassword ? {} : { again: '两次输入的密码不一致' }),
  };
}

/** The link is a key that both sides hold. */
const sealed = (value: string, token: string): string =>
  seal(value, { name: 'newPassword', secretKey: `${token.replaceAll('-', '+').replaceAll('_', '/')}=` });
