import { codes } from '@back-office/contract/envelope.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { lockScreen } from '../../platform/lock/lock-screen.ts';
import { unlockScreen } from '../../platform/lock/unlock-screen.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { signInElsewhere, signOut } from '../../platform/session/sign-out.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { PasswordInput } from '../../sign-in/gate/password-input.tsx';
import { SubmitButton } from '../../sign-in/gate/submit-button.tsx';
import { TextInput } from '../../sign-in/gate/text-input.tsx';
import './lock-screen.css';

/** Asks for the password of the person whose screen it is, or for a code. */
export function LockScreen() {
  const { userName, userAccount } = useSession();
  const { by, setBy, typed, setTyped, issue, busy, isOver, mayCode, submit, input } = useUnlock();
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
        {isOver ? (
          <button type="button" className="gate-submit" onClick={() => void signInElsewhere()}>
            重新登录
          </button>
        ) : (
          <>
            {by === 'password' ? (
              <PasswordInput
                key="password"
                ref={input}
                name="password"
                label="密码"
                value={typed}
                onChange={setTyped}
                autoComplete="current-password"
                issue={issue}
              />
            ) : (
              <TextInput
                key="code"
                ref={input}
                label="动态验证码或恢复码"
                value={typed}
                onChange={setTyped}
                autoComplete="one-time-code"
                issue={issue}
              />
            )}
            <SubmitButton busy={busy} label="解锁" busyLabel="正在解锁…" />
          </>
        )}
        <p className="gate-alert" role="alert">
          {isOver ? '登录已过期，请重新登录。打开的标签页和草稿会保留。' : ''}
        </p>
        <div className="lock-other">
          {mayCode && !isOver && (
            <button type="button" className="gate-back" onClick={() => setBy(by === 'password' ? 'code' : 'password')}>
              {by === 'password' ? '用动态验证码解锁' : '用密码解锁'}
            </button>
          )}
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

/** The typed input, and the server's answer to it. */
function useUnlock() {
  const [by, setWay] = useState<'password' | 'code'>('password');
  const [typed, setTyped] = useState('');
  const [issue, setIssue] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const [mayCode, setMayCode] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [by]);
  useEffect(() => {
    // Repeated here, as another window or a reload may have locked this one: the server must know, and says what unlocks it.
    void lockScreen({ tell: false }).then((answer) => (answer === undefined ? setOver(true) : setMayCode(answer.secondFactor)));
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (typed === '') {
      setIssue(by === 'password' ? '请输入密码' : '请输入验证码');
      return input.current?.focus();
    }
    setBusy(true);
    unlockScreen(by, typed)
      .catch((error: unknown) => {
        setIssue(error instanceof Error ? error.message : String(error));
        setTyped('');
        if (error instanceof ApiError && (error.code === codes.noSession.code || error.code === codes.sessionEnded.code)) setOver(true);
        input.current?.focus();
      })
      .finally(() => setBusy(false));
  };
  const setBy = (next: 'password' | 'code'): void => {
    setWay(next);
    setTyped('');
    setIssue(undefined);
  };
  return { by, setBy, typed, setTyped, issue, busy, isOver, mayCode, submit, input };
}
