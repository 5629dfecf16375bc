import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { PromptForm } from '@back-office/web/sign-in/account/prompt-form.tsx';
import { request } from '@back-office/web/platform/request/request.ts';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { proofWays, type TypedProof, useProof } from '@back-office/web/sign-in/account/use-proof.tsx';
import { mailCode } from '../../mail/mail-calls.ts';

interface Props {
  address: string;
  /** How this person can confirm their identity again. */
  twoStep: TwoFactorAnswer;
  onDone: () => void;
  onClose: () => void;
}

/** Asks the person to confirm their identity, sends a code to the address, and asks for the code. */
export function AddressDialog({ address, twoStep, onDone, onClose }: Props) {
  const proof = useProof(twoStep, proofWays(twoStep));
  const [isSent, setSent] = useState(false);
  const start = async (typed: TypedProof): Promise<void> => {
    const json = await proof.prove(typed);
    await request('/api/sys/user/start-mail-address', { method: 'POST', json, quiet: true });
    setSent(true);
  };
  const confirm = async ({ mailCode: code }: { mailCode: string }): Promise<void> => {
    await request('/api/sys/user/confirm-mail-address', { method: 'POST', json: { code: code.trim() }, quiet: true });
    onDone();
  };
  const cancel = <Button onClick={onClose}>取消</Button>;
  return (
    <Modal open title="验证邮箱" footer={null} width={440} mask={{ closable: false }} closable={false} onCancel={onClose}>
      {isSent ? (
        <PromptForm key="code" submit="验证" onSend={confirm} extra={cancel}>
          <p style={{ marginTop: 0, overflowWrap: 'anywhere' }}>
            验证码已发往 {address}，{mailCode.minutes} 分钟内有效。没有收到时，请看看垃圾邮件。
          </p>
          <Form.Item name="mailCode" label="邮件中的验证码" rules={[{ required: true, whitespace: true, message: '请输入验证码' }]}>
            <Input autoFocus autoComplete="one-time-code" inputMode="numeric" maxLength={12} />
          </Form.Item>
        </PromptForm>
      ) : (
        <PromptForm
          key="ask"
          submit="发送验证码"
          onSend={start}
          extra={
            <>
              {proof.change}
              {cancel}
            </>
          }
        >
          <p style={{ marginTop: 0, overflowWrap: 'anywhere' }}>
            验证码会发往 {address}。忘记密码时，可以用这个邮箱重置密码，所以请先确认是您本人。
          </p>
          {proof.fields()}
        </PromptForm>
      )}
    </Modal>
  );
}
