import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';
import { Flex, Form, Input, type InputRef, Radio } from 'antd';
import type { RefObject } from 'react';
import { useSession } from '../../platform/session/use-session.ts';
import { Captcha } from '../../sign-in/login/captcha.tsx';
import type { CaptchaChar } from '../../sign-in/login/random-captcha.ts';

/** The input for signing in again. */
export interface SignInAgainValues {
  /** The sign-in method of the password; absent if none takes one, and only the account admin may use it. */
  method?: string;
  account?: string;
  password: string;
  captcha: string;
}

interface Props {
  /** The sign-in methods with account and password. */
  forms: readonly SignInMethod[];
  password: RefObject<InputRef | null>;
  /** The captcha's characters, in lower case. */
  right: string;
  chars: readonly CaptchaChar[];
  onRenewCaptcha: () => void;
}

/** The sign-in method if there are several, the account, the password, and the captcha. */
export function SignInAgainFields({ forms, password, right, chars, onRenewCaptcha }: Props) {
  const { userName } = useSession();
  const method = Form.useWatch<string | undefined>('method');
  // A person's account in a directory may differ from the local one.
  const isOwn = (forms.find(({ id }) => id === method)?.kind ?? 'password') === 'password';
  return (
    <>
      {forms.length > 1 ? (
        <Form.Item name="method" label="账号类型">
          <Radio.Group options={forms.map(({ id, label }) => ({ value: id, label }))} />
        </Form.Item>
      ) : (
        // Nothing to choose, but the value is submitted.
        <Form.Item name="method" hidden>
          <Input type="hidden" />
        </Form.Item>
      )}
      <Form.Item name="account" label="账号" extra={userName} rules={[{ required: true, whitespace: true, message: '请输入账号' }]}>
        <Input readOnly={isOwn} variant={isOwn ? 'filled' : 'outlined'} maxLength={64} autoComplete="username" aria-label="账号" />
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
                  onRenewCaptcha();
                  return Promise.reject(new Error('验证码错误'));
                },
              },
            ]}
          >
            <Input id="sign-in-again-captcha" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={12} />
          </Form.Item>
          <Captcha chars={chars} onRefresh={onRenewCaptcha} />
        </Flex>
      </Form.Item>
    </>
  );
}
