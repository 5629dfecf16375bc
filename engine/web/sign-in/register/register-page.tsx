import { useState } from 'react';
import { checkPassword } from '../../platform/password/check-password.ts';
import { PasswordChecklist } from '../../platform/password/password-checklist.tsx';
import { register, type Registration } from '../../platform/session/register.ts';
import { useConfig } from '../../platform/session/use-config.ts';
import { GateResult } from '../gate/gate-result.tsx';
import { PasswordInput } from '../gate/password-input.tsx';
import { SubmitButton } from '../gate/submit-button.tsx';
import { TextInput } from '../gate/text-input.tsx';
import { useGateForm, type Issues } from '../gate/use-gate-form.ts';

type Values = Registration & { again: string };

const empty: Values = { userAccount: '', userName: '', userPhone: '', password: '', again: '' };

/* The server does not reveal that an account name is taken, so the messages say what it means if it was. */
const opened = '注册已提交，现在可以登录。如果无法登录，账号名可能已有人使用，请换一个账号名再注册，或联系管理员。';
const applied = '申请已提交，请等待管理员审核。如果账号名已有人使用，申请不会通过，请联系管理员。';

/** The form for registering an account. */
export function RegisterPage() {
  const registration = useConfig()?.registration;
  const [done, setDone] = useState(false);
  if (registration === 'off') return <GateResult text="注册未开放，请联系管理员。">{toSignIn}</GateResult>;
  if (!done) return <RegisterForm onDone={() => setDone(true)} />;
  return (
    <GateResult text={registration === 'open' ? opened : applied} good>
      {toSignIn}
    </GateResult>
  );
}

const toSignIn = (
  <p className="gate-foot">
    <a href="/login">返回登录</a>
  </p>
);

function RegisterForm({ onDone }: { onDone: () => void }) {
  const send = async ({ userAccount, userName, userPhone, password }: Values): Promise<void> => {
    await register({ userAccount, userName, userPhone, password });
    onDone();
  };
  const { values, whole, busy, bind, form } = useGateForm({ empty, check, send });
  return (
    <form {...form}>
      <p role="alert" className="gate-alert">
        {whole}
      </p>
      <TextInput
        label="账号"
        {...bind('userAccount')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={32}
        help="字母、数字和 _ . @ -"
      />
      <TextInput label="姓名" {...bind('userName')} autoComplete="name" maxLength={50} />
      <TextInput label="手机号（选填）" {...bind('userPhone')} type="tel" autoComplete="tel" maxLength={21} />
      <PasswordInput
        label="密码"
        {...bind('password')}
        autoComplete="new-password"
        below={<PasswordChecklist password={values.password.trim()} owner={ownerOf(values)} />}
      />
      <PasswordInput label="确认密码" {...bind('again')} autoComplete="new-password" />
      <SubmitButton busy={busy} label="注册" busyLabel="正在提交…" />
      <p className="gate-foot">
        已有账号？<a href="/login">登录</a>
      </p>
    </form>
  );
}

const ownerOf = ({ userAccount, userName, userPhone }: Values) => ({
  account: userAccount.trim(),
  name: userName.trim(),
  phone: userPhone.trim(),
});

/** Only checks that need no server; the server checks everything, and its messages are shown at the fields. */
async function check(values: Values): Promise<Issues<Values>> {
  const { userAccount, userName, password, again } = values;
  const weak = await checkPassword(password.trim(), ownerOf(values));
  return {
    ...(userAccount.trim() === '' ? { userAccount: '请输入账号' } : {}),
    ...(userName.trim() === '' ? { userName: '请输入姓名' } : {}),
    ...(weak === undefined ? {} : { password: weak }),
    ...(again === password ? {} : { again: '两次输入的密码不一致' }),
  };
}
