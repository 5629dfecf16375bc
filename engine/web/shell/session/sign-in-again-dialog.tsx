import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { Alert, Button, Flex, Form, Modal, type InputRef } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useRef, useState } from 'react';
import { type CaptchaChar, randomCaptcha } from '../../sign-in/login/random-captcha.ts';
import { lastSignInMethod, rememberSignInMethod } from '../../platform/session/last-sign-in-method.ts';
import { resumeWith, signInAgain } from '../../platform/session/sign-in-again.ts';
import { signOut } from '../../platform/session/sign-out.ts';
import { type PendingStep, pendingStepOf } from '../../platform/session/pending-step-of.ts';
import { useConfig } from '../../platform/session/use-config.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { SignInAgainFields, type SignInAgainValues } from './sign-in-again-fields.tsx';
import { SignInAgainWays } from './sign-in-again-ways.tsx';
import { useRenewed } from './use-renewed.ts';
import { FocusField } from '../../platform/keyboard/focus-field.tsx';
import { useBusy } from '../../platform/timing/use-busy.ts';

/** Signs the same person in again over the page, which stays as it is: by any method that the sign-in page offers. */
export function SignInAgainDialog({ onDone }: { onDone: (again: boolean) => void }) {
  const { userAccount } = useSession();
  const { signIn: methods = [] } = useConfig() ?? {};
  useRenewed(() => onDone(true));
  const { message } = useApp();
  const [form] = Form.useForm<SignInAgainValues>();
  const [chars, setChars] = useState(() => randomCaptcha());
  const [issue, setIssue] = useState<string>();
  const [busy, run] = useBusy();
  const [pendingStep, setPendingStep] = useState<PendingStep>();
  const password = useRef<InputRef>(null);
  const forms = methods.filter(({ kind }) => kind === 'password' || kind === 'ldap');
  // The account admin can always sign in with the local password (docs/wire.md "Other ways to sign in").
  const takesPassword = forms.length > 0 || methods.length === 0 || userAccount === 'admin';

  const renewCaptcha = (): void => {
    setChars(randomCaptcha());
    form.setFieldValue('captcha', '');
  };
  const finish = (): void => {
    void message.success('已重新登录');
    onDone(true);
  };
  const goOn = async (answer: LoginAnswer): Promise<void> => {
    await resumeWith(answer);
    finish();
  };
  const attempt = (work: () => Promise<void>): Promise<void> =>
    run(async () => {
      setIssue(undefined);
      try {
        await work();
      } catch (error) {
        const more = pendingStepOf(error);
        if (more !== undefined) return setPendingStep(more);
        setIssue(error instanceof Error ? error.message : String(error));
        renewCaptcha();
        password.current?.focus({ cursor: 'all' });
      }
    });
  const submit = ({ account = userAccount, password: typed, method }: SignInAgainValues): Promise<void> =>
    attempt(async () => {
      if (method !== undefined) rememberSignInMethod(method);
      await signInAgain({ account, password: typed, method });
      finish();
    });
  if (pendingStep !== undefined)
    return (
      <SecondFactorDialog
        pendingStep={pendingStep}
        onVerified={goOn}
        onBack={() => setPendingStep(undefined)}
        onClose={() => onDone(false)}
      />
    );
  return (
    <Modal
      open
      title="重新登录"
      footer={null}
      width={400}
      // Above the gallery, whose z-index is 2000 and which may be open.
      zIndex={2100}
      mask={{ closable: false }}
      onCancel={() => onDone(false)}
    >
      <FocusField field="[type=password]" />
      <div role="alert">{issue !== undefined && <Alert type="error" showIcon title={issue} style={{ marginBottom: 16 }} />}</div>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ account: userAccount, method: forms.find(({ id }) => id === lastSignInMethod())?.id ?? forms[0]?.id }}
        onFinish={(values: SignInAgainValues) => void submit(values)}
      >
        {takesPassword && (
          <SignInAgainFields forms={forms} password={password} right={spelled(chars)} chars={chars} onRenewCaptcha={renewCaptcha} />
        )}
        <Flex justify="space-between" gap={8} wrap>
          <Button type="link" style={{ paddingInline: 0 }} onClick={() => void signOut()}>
            换个账号登录
          </Button>
          <Flex gap={8}>
            <Button onClick={() => onDone(false)}>取消</Button>
            {takesPassword && (
              <Button type="primary" htmlType="submit" loading={busy}>
                登录
              </Button>
            )}
          </Flex>
        </Flex>
      </Form>
      <SignInAgainWays methods={methods} busy={busy} onAnswer={(ask) => void attempt(async () => goOn(await ask()))} />
    </Modal>
  );
}

const spelled = (chars: readonly CaptchaChar[]): string =>
  chars
    .map(({ char }) => char)
    .join('')
    .toLowerCase();
