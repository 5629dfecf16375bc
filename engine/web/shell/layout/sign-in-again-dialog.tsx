import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { Alert, Button, Flex, Form, Input, Modal, type InputRef } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useRef, useState } from 'react';
import { Captcha } from '../../sign-in/login/captcha.tsx';
import { type CaptchaChar, randomCaptcha } from '../../sign-in/login/random-captcha.ts';
import { resumeWith, signInAgain } from '../../platform/session/sign-in-again.ts';
import { signOut } from '../../platform/session/sign-out.ts';
import { type Owed, owedOf } from '../../platform/session/owed-of.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { useRenewed } from './use-renewed.ts';

interface Values {
  password: string;
  captcha: string;
}

/** Signs the same account in again over the page, which stays as it is. */
export function SignInAgainDialog({ onDone }: { onDone: (again: boolean) => void }) {
  const { userAccount, userName } = useSession();
  useRenewed(() => onDone(true));
  const { message } = useApp();
  const [form] = Form.useForm<Values>();
  const [chars, setChars] = useState(() => randomCaptcha());
  const [issue, setIssue] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [owed, setOwed] = useState<Owed>();
  const password = useRef<InputRef>(null);

  const renewCaptcha = (): void => {
    setChars(randomCaptcha());
    form.setFieldValue('captcha', '');
  };
  const finish = (): void => {
    void message.success('已重新登录');
    onDone(true);
  };
  const goOn = (answer: LoginAnswer): void => {
    resumeWith(answer);
    finish();
  };
  const submit = async (values: Values): Promise<void> => {
    setBusy(true);
    setIssue(undefined);
    try {
      await signInAgain(values.password);
      finish();
    } catch (error) {
      const more = owedOf(error);
      if (more !== undefined) return setOwed(more);
      setIssue(error instanceof Error ? error.message : String(error));
      renewCaptcha();
      password.current?.focus({ cursor: 'all' });
    } finally {
      setBusy(false);
    }
  };
  const right = spelled(chars);
  if (owed !== undefined)
    return <SecondFactorDialog owed={owed} onVerified={goOn} onBack={() => setOwed(undefined)} onClose={() => onDone(false)} />;
  return (
    <Modal
      open
      centered
      title="重新登录"
      footer={null}
      width={400}
      // Above the gallery, which stands at 2000 and may be open.
      zIndex={2100}
      mask={{ closable: false }}
      onCancel={() => onDone(false)}
      afterOpenChange={(open) => open && password.current?.focus()}
    >
      <div role="alert">{issue !== undefined && <Alert type="error" showIcon title={issue} style={{ marginBottom: 16 }} />}</div>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values: Values) => void submit(values)}>
        <Form.Item label="账号" extra={userName}>
          <Input value={userAccount} readOnly disabled autoComplete="username" aria-label="账号" />
        </Form.Item>
        <Form.Item name="password" label="密码" rules={[{ required: true, whitespace: true, message: '请输入密码' }]}>
          <Input.Password ref={password} autoComplete="current-password" maxLength={256} />
        </Form.Item>
        <Form.Item label="验证码" required={false} htmlFor="sign-in-again-captcha">
          <Flex gap={8}>
            <Form.Item
              name="captcha"
              noStyle
              validateTrigger="onSubmit"
              rules={[
                { required: true, whitespace: true, message: '请输入验证码' },
                {
                  validator: (_, typed: string | undefined) => {
                    if (typed === undefined || typed.trim() === '' || typed.trim().toLowerCase() === right) return Promise.resolve();
                    renewCaptcha();
                    return Promise.reject(new Error('验证码错误'));
                  },
                },
              ]}
            >
              <Input id="sign-in-again-captcha" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={12} />
            </Form.Item>
            <Captcha chars={chars} onRefresh={renewCaptcha} />
          </Flex>
        </Form.Item>
        <Flex justify="space-between" gap={8} wrap>
          <Button type="link" style={{ paddingInline: 0 }} onClick={() => void signOut()}>
            换个账号登录
          </Button>
          <Flex gap={8}>
            <Button onClick={() => onDone(false)}>取消</Button>
            <Button type="primary" htmlType="submit" loading={busy}>
              登录
            </Button>
          </Flex>
        </Flex>
      </Form>
    </Modal>
  );
}

const spelled = (chars: readonly CaptchaChar[]): string =>
  chars
    .map(({ char }) => char)
    .join('')
    .toLowerCase();
