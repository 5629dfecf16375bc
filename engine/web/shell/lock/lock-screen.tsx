import type { LockAnswer } from '@back-office/contract/calls/screen-lock.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { lockScreen } from '../../platform/lock/lock-screen.ts';
import { type UnlockBy, unlockScreen } from '../../platform/lock/unlock-screen.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { knowsPasskeys } from '../../platform/session/passkey.ts';
import { signInElsewhere, signOut } from '../../platform/session/sign-out.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { PasswordInput } from '../../sign-in/gate/password-input.tsx';
import { SubmitButton } from '../../sign-in/gate/submit-button.tsx';
import { TextInput } from '../../sign-in/gate/text-input.tsx';
import './lock-screen.css';

const fields = {
  password: { label: '密码', empty: '请输入密码', offer: '用密码解锁' },
  passkey: { label: '', empty: '', offer: '用通行密钥解锁' },
  code: { label: '动态验证码或恢复码', empty: '请输入验证码', offer: '用动态验证码解锁' },
} as const satisfies Record<UnlockBy, unknown>;

/** Asks for what the person whose screen it is signed in with, or for their second factor. */
export function LockScreen() {
  const { userName, userAccount } = useSession();
  const { ways, by, setBy, confirmBy, typed, setTyped, issue, busy, isOver, submit, input } = useUnlock();
  // Who came by a provider and has nothing to type can only sign in anew.
  const mustSignIn = isOver || by === undefined;
  const alert = isOver
    ? '登录已过期，请重新登录。打开的标签页和草稿会保留。'
    : by === undefined
      ? `请从“${confirmBy?.label ?? ''}”重新登录。打开的标签页和草稿会保留。`
      : by === 'passkey'
        ? issue
        : '';
  return (
    <main className="gate lock-page" aria-labelledby="lock-title">
      <form className="gate-card gate-form" onSubmit={submit} noValidate>
        <div className="gate-head">
          <span className="lock-face" aria-hidden>
            {Array.from(userName)[0]}
          </span>
          <h1 id="lock-title">屏幕已锁定</h1>
          <p>
            {userName}（{userAccount}）
          </p>
        </div>
        {mustSignIn ? (
          <button type="button" className="gate-submit" onClick={() => void signInElsewhere()}>
            重新登录
          </button>
        ) : (
          <>
            {by === 'password' && (
              <PasswordInput
                key="password"
                ref={input}
                name="password"
                label={confirmBy === undefined ? fields.password.label : `“${confirmBy.label}”的密码`}
                value={typed}
                onChange={setTyped}
                autoComplete="current-password"
                issue={issue}
              />
            )}
            {by === 'code' && (
              <TextInput
                key="code"
                ref={input}
                label={fields.code.label}
                value={typed}
                onChange={setTyped}
                autoComplete="one-time-code"
                issue={issue}
              />
            )}
            <SubmitButton busy={busy} label={by === 'passkey' ? fields.passkey.offer : '解锁'} busyLabel="正在解锁…" />
          </>
        )}
        <p className="gate-alert" role="alert">
          {alert}
        </p>
        <div className="lock-other">
          {!mustSignIn &&
            ways
              .filter((way) => way !== by)
              .map((way) => (
                <button key={way} type="button" className="gate-back" onClick={() => setBy(way)}>
                  {fields[way].offer}
                </button>
              ))}
          {!isOver && (
            <button type="button" className="gate-back" onClick={() => void signOut()}>
              退出登录
            </button>
          )}
        </div>
      </form>
    </main>
  );
}

/** What unlocks, the first by default. */
function waysOf({ secondFactor, passkey, confirmBy }: LockAnswer): readonly UnlockBy[] {
  return [
    ...(confirmBy === undefined || confirmBy.kind === 'directory' ? (['password'] as const) : []),
    ...(passkey === true && knowsPasskeys() ? (['passkey'] as const) : []),
    ...(secondFactor ? (['code'] as const) : []),
  ];
}

/** What the server says unlocks the session, and whether it is over. */
function useLockAnswer() {
  const [answer, setAnswer] = useState<LockAnswer>({ secondFactor: false });
  const [isOver, setOver] = useState(false);
  const token = useSession().rolesCredentials?.credentials.accessToken;
  useEffect(() => {
    // Repeated here, as another window or a reload may have locked this one: the server must know, and says what unlocks it. Again for the credentials
    // that a change of the password brings, which was under way.
    let current = true;
    void lockScreen({ tell: false }).then((found) => {
      if (!current) return;
      setOver(found === undefined);
      if (found !== undefined) setAnswer(found);
    });
    return () => void (current = false);
  }, [token]);
  return { answer, isOver, setOver };
}

/** The typed input, and the server's answer to it. */
function useUnlock() {
  const { answer, isOver, setOver } = useLockAnswer();
  const [chosen, setChosen] = useState<UnlockBy>();
  const [typed, setTyped] = useState('');
  const [issue, setIssue] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const ways = waysOf(answer);
  const by = chosen ?? ways[0];
  useEffect(() => input.current?.focus(), [by, isOver]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || by === undefined) return;
    if (typed === '' && by !== 'passkey') {
      setIssue(fields[by].empty);
      return input.current?.focus();
    }
    setBusy(true);
    setIssue(undefined);
    unlockScreen(by, typed)
      .catch((error: unknown) => {
        setIssue(error instanceof Error ? error.message : String(error));
        setTyped('');
        if (error instanceof ApiError && (error.code === codes.noSession.code || error.code === codes.sessionEnded.code)) setOver(true);
        input.current?.focus();
      })
      .finally(() => setBusy(false));
  };
  const setBy = (next: UnlockBy): void => {
    setChosen(next);
    setTyped('');
    setIssue(undefined);
  };
  return { ways, by, setBy, confirmBy: answer.confirmBy, typed, setTyped, issue, busy, isOver, submit, input };
}
