import { useRef, useState, type FormEvent } from 'react';
import { safeRedirect } from '../../routing/safe-redirect.ts';
import { signIn } from '../../session/sign-in.ts';
import { useConfig } from '../../session/use-config.ts';
import { GateLink } from '../gate/gate-link.tsx';
import { PasswordInput } from '../gate/password-input.tsx';
import { SubmitButton } from '../gate/submit-button.tsx';
import { TextInput } from '../gate/text-input.tsx';
import { Captcha } from './captcha.tsx';
import { randomCaptcha } from './random-captcha.ts';

interface Faults {
  account?: string;
  password?: string;
  captcha?: string;
  /** What the server said. */
  whole?: string;
}

/** Sign-in by account, password and captcha; leads to `redirect` when that is a path of ours. */
export function LoginPage({ redirect, onBusy }: { redirect: string | null; onBusy: () => void }) {
  const registration = useConfig()?.registration ?? 'off';
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [typed, setTyped] = useState('');
  const [chars, setChars] = useState(() => randomCaptcha());
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const renewCaptcha = (): void => {
    setChars(randomCaptcha());
    setTyped('');
  };
  const show = (found: Faults): void => {
    setFaults(found);
    const first = (['account', 'password', 'captcha'] as const).find((name) => found[name] !== undefined);
    form.current?.querySelector<HTMLInputElement>(`[name=${first ?? 'password'}]`)?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found = check({ account, password, typed, right: chars.map(({ char }) => char).join('') });
    if (Object.keys(found).length > 0) {
      if (found.captcha === wrongCaptcha) renewCaptcha();
      show(found);
      return;
    }
    setBusy(true);
    setFaults({});
    try {
      await signIn(account, password, { leadTo: safeRedirect(redirect) });
    } catch (error) {
      setBusy(false);
      renewCaptcha();
      show({ whole: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <form ref={form} className="gate-form" onSubmit={(event) => void submit(event)} onInput={onBusy} noValidate>
      <p role="alert" className="gate-alert">
        {faults.whole}
      </p>
      <TextInput
        label="账号"
        name="account"
        value={account}
        onChange={setAccount}
        fault={faults.account}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={256}
      />
      <PasswordInput
        label="密码"
        name="password"
        value={password}
        onChange={setPassword}
        fault={faults.password}
        autoComplete="current-password"
      />
      <TextInput
        label="验证码"
        name="captcha"
        value={typed}
        onChange={setTyped}
        fault={faults.captcha}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={12}
        after={<Captcha chars={chars} onRefresh={renewCaptcha} />}
      />
      <SubmitButton busy={busy} label="登录" busyLabel="正在登录…" />
      {/* Keeps its place while the server has not said yet, so that nothing moves. */}
      <p className="gate-foot" style={{ visibility: registration === 'off' ? 'hidden' : 'visible' }}>
        还没有账号？<GateLink to="/register">注册</GateLink>
      </p>
    </form>
  );
}

const wrongCaptcha = '验证码错误';

function check({ account, password, typed, right }: { account: string; password: string; typed: string; right: string }): Faults {
  return {
    ...(account.trim() === '' ? { account: '请输入账号' } : {}),
    ...(password.trim() === '' ? { password: '请输入密码' } : {}),
    ...(typed.trim() === ''
      ? { captcha: '请输入验证码' }
      : typed.trim().toLowerCase() === right.toLowerCase()
        ? {}
        : { captcha: wrongCaptcha }),
  };
}
