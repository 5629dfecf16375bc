import { useState } from 'react';
import { request } from '../../platform/request/request.ts';
import { SubmitButton } from '../gate/submit-button.tsx';
import { TextInput } from '../gate/text-input.tsx';
import { useGateForm, type Issues } from '../gate/use-gate-form.ts';

interface Values {
  account: string;
}

/* The same message for every account, so that it does not reveal whether there is one. */
const asked = '如果该账号绑定了邮箱，重置链接已发送，30 分钟内有效。没有收到时，请看看垃圾邮件，或联系管理员。';

/** Requests a link for resetting a forgotten password. */
export function ForgotPage() {
  const [done, setDone] = useState(false);
  const send = async ({ account }: Values): Promise<void> => {
    await request('/api/password/forgot', { method: 'POST', json: { account: account.trim() }, quiet: true });
    setDone(true);
  };
  const { busy, whole, bind, form } = useGateForm({ empty: { account: '' }, check, send });
  const account = bind('account');
  return (
    <form {...form}>
      {done ? (
        <p role="status" className="gate-good">
          {asked}
        </p>
      ) : (
        <>
          <TextInput
            label="账号"
            {...account}
            issue={account.issue ?? whole}
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

const check = ({ account }: Values): Issues<Values> => (account.trim() === '' ? { account: '请输入账号' } : {});
