import { useRef, useState, type FormEvent } from 'react';
import { request } from '../../platform/request/request.ts';
import { SubmitButton } from '../gate/submit-button.tsx';
import { TextInput } from '../gate/text-input.tsx';

/* The same words for every account: they tell nothing of whether there is one. */
const asked = '如果该账号绑定了邮箱，重置链接已发送，30 分钟内有效。没有收到时，请看看垃圾邮件，或联系管理员。';

/** Asks for a link by which a forgotten password is set anew. */
export function ForgotPage() {
  const [account, setAccount] = useState('');
  const [issue, setIssue] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const refuse = (words: string): void => {
    setIssue(words);
    input.current?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (account.trim() === '') return refuse('请输入账号');
    setBusy(true);
    setIssue(undefined);
    try {
      await request('/api/password/forgot', { method: 'POST', json: { account: account.trim() }, quiet: true });
      setDone(true);
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="gate-form" onSubmit={(event) => void submit(event)} noValidate>
      {done ? (
        <p role="status" className="gate-good">
          {asked}
        </p>
      ) : (
        <>
          <TextInput
            label="账号"
            ref={input}
            name="account"
            value={account}
            onChange={setAccount}
            issue={issue}
            help="重置密码的链接会发到您在个人中心验证过的邮箱"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            maxLength={64}
          />
          <SubmitButton busy={busy} label="发送重置链接" busyLabel="正在提交…" />
        </>
      )}
      <p className="gate-foot">
        <a href="/login">返回登录</a>
      </p>
    </form>
  );
}
