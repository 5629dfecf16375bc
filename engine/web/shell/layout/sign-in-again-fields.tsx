import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';
import { Flex, Form, Input, type InputRef, Radio } from 'antd';
import type { RefObject } from 'react';
import { useSession } from '../../platform/session/use-session.ts';
import { Captcha } from '../../sign-in/login/captcha.tsx';
import type { CaptchaChar } from '../../sign-in/login/random-captcha.ts';

/** What somebody types to sign in again. */
export interface SignInAgainValues {
  /** Which way's password it is; absent where none takes one, and the account admin gets in. */
  method?: string;
  account?: string;
  password: string;
  captcha: string;
}

interface Props {
  /** The ways that take account and password. */
  forms: readonly SignInMethod[];
  password: RefObject<InputRef | null>;
  /** The characters that are shown, in small letters. */
  right: string;
  chars: readonly CaptchaChar[];
  onRenewCaptcha: () => void;
}

/** Whose password it is where there are several, the account, the password, and the characters that are shown. */
export function SignInAgainFields({ forms, password, right, chars, onRenewCaptcha }: Props) {
  const { userName } = useSession();
  const method = Form.useWatch<string | undefined>('method');
  // What somebody is called in a directory need not be what they are called here.
  const isOwn = (forms.find(({ id }) => id === method)?.kind ?? 'password') === 'password';
  return (
    <>
      {forms.length > 1 ? (
        <Form.Item name="method" label="账号类型">
          <Radio.Group options={forms.map(({ id, label }) => ({ value: id, label }))} />
        </Form.Item>
      ) : (
        // There is nothing to choose; what there is goes along.
        <Form.Item name="method" hidden>
          <Input type="hidden" />
        </Form.Item>
      )}
      <Form.Item name="account" label="账号" extra={userName} rules={[{ required: true, whitespace: true, message: '请输入账号' }]}>
        <Input readOnly={isOwn} disabled={isOwn} maxLength={64} autoComplete="username" aria-label="账号" />
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
