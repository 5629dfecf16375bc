import { useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../platform/request/api-error.ts';
import { refusedFields } from '../../platform/request/refused-fields.ts';
import { checkPassword } from '../../platform/password/check-password.ts';
import { PasswordChecklist } from '../../platform/password/password-checklist.tsx';
import { register, type Registration } from '../../platform/session/register.ts';
import { useConfig } from '../../platform/session/use-config.ts';
import { PasswordInput } from '../gate/password-input.tsx';
import { SubmitButton } from '../gate/submit-button.tsx';
import { TextInput } from '../gate/text-input.tsx';

type Values = Registration & { again: string };
type Issues = Partial<Record<keyof Values | 'whole', string>>;

const empty: Values = { userAccount: '', userName: '', userPhone: '', password: '', again: '' };
const names = ['userAccount', 'userName', 'userPhone', 'password', 'again'] as const satisfies readonly (keyof Values)[];

/* The server says nothing about names that are taken, so these say what it means when one was. */
const opened = '注册已提交，现在可以登录。如果无法登录，账号名可能已有人使用，请换一个账号名再注册，或联系管理员。';
const applied = '申请已提交，请等待管理员审核。如果账号名已有人使用，申请不会通过，请联系管理员。';

/** Asks for an account. */
export function RegisterPage() {
  const registration = useConfig()?.registration;
  const [done, setDone] = useState(false);
  if (registration === 'off') return <Closing text="注册未开放，请联系管理员。" />;
  if (!done) return <RegisterForm onDone={() => setDone(true)} />;
  return <Closing text={registration === 'open' ? opened : applied} good />;
}

function Closing({ text, good = false }: { text: string; good?: boolean }) {
  return (
    <div className="gate-form">
      <p role="status" className={good ? 'gate-good' : 'gate-alert'}>
        {text}
      </p>
      <p className="gate-foot">
        <a href="/login">返回登录</a>
      </p>
    </div>
  );
}

function RegisterForm({ onDone }: { onDone: () => void }) {
  const [values, setValues] = useState(empty);
  const [issues, setIssues] = useState<Issues>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const bind = <N extends keyof Values>(name: N) => ({
    name,
    value: values[name],
    issue: issues[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });
  const show = (found: Issues): void => {
    setIssues(found);
    const first = names.find((name) => found[name] !== undefined);
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const found = await check(values);
      show(found);
      if (Object.keys(found).length > 0) return setBusy(false);
      const { again: _, ...registration } = values;
      await register(registration);
      onDone();
    } catch (error) {
      setBusy(false);
      const fields = error instanceof ApiError ? refusedFields(error, names) : {};
      show(Object.keys(fields).length > 0 ? fields : { whole: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <form ref={form} className="gate-form" onSubmit={(event) => void submit(event)} noValidate>
      <p role="alert" className="gate-alert">
        {issues.whole}
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

/** Only what needs no words of the server's; the server checks everything, and its words are shown at the fields. */
async function check(values: Values): Promise<Issues> {
  const { userAccount, userName, password, again } = values;
  const weak = await checkPassword(password.trim(), ownerOf(values));
  return {
    ...(userAccount.trim() === '' ? { userAccount: '请输入账号' } : {}),
    ...(userName.trim() === '' ? { userName: '请输入姓名' } : {}),
    ...(weak === undefined ? {} : { password: weak }),
    ...(again === password ? {} : { again: '两次输入的密码不一致' }),
  };
}
