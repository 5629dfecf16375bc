import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { request } from '@back-office/web/platform/request/request.ts';
import { createPasskey, type CreateQuestion } from '@back-office/web/platform/session/passkey.ts';
import { PromptForm } from '@back-office/web/sign-in/account/prompt-form.tsx';
import { ShownCodes } from '@back-office/web/sign-in/account/shown-codes.tsx';
import type { AddedPasskey, OwnPasskey } from '../own-passkey.ts';
import { passkey } from '../passkey.ts';
import { proofWays, type TypedProof, useProof } from '@back-office/web/sign-in/account/use-proof.tsx';

interface Props {
  twoStep: TwoFactorAnswer;
  /** Whether they have a passkey, which then proves their identity. */
  hasPasskey: boolean;
  /** The passkey to remove; absent to add one. */
  ending?: OwnPasskey;
  onDone: () => void;
  onClose: () => void;
}

type Values = TypedProof & { passkeyName: string };

/** Adds or removes a passkey, once the person has re-authenticated. */
export function PasskeyDialog({ twoStep, hasPasskey, ending, onDone, onClose }: Props) {
  const proof = useProof(twoStep, proofWays(twoStep, hasPasskey));
  const [codes, setCodes] = useState<readonly string[]>();
  const add = async ({ passkeyName, ...typed }: Values): Promise<void> => {
    const json = await proof.prove(typed);
    const question = await request<CreateQuestion>('/api/sys/passkey/start-own', { method: 'POST', json, quiet: true });
    const made = { passkeyName, ...(await createPasskey(question)) };
    const { recoveryCodes } = await request<AddedPasskey>('/api/sys/passkey/save-own', { method: 'POST', json: made, quiet: true });
    if (recoveryCodes === undefined) onDone();
    else setCodes(recoveryCodes);
  };
  const end = async (typed: TypedProof): Promise<void> => {
    const json = await proof.prove(typed);
    await request(`/api/sys/passkey/end-own/${ending?.id ?? ''}`, { method: 'POST', json, quiet: true });
    onDone();
  };
  return (
    <Modal
      open
      title={ending === undefined ? '添加通行密钥' : `移除通行密钥“${ending.passkeyName}”`}
      footer={null}
      width={440}
      mask={{ closable: false }}
      closable={false}
      keyboard={codes === undefined}
      onCancel={onClose}
    >
      {codes === undefined ? (
        <PromptForm
          submit={ending === undefined ? '下一步' : '移除'}
          danger={ending !== undefined}
          onSend={ending === undefined ? add : end}
          extra={
            <>
              {proof.change}
              <Button onClick={onClose}>取消</Button>
            </>
          }
        >
          {ending === undefined ? <NameField /> : <p style={{ marginTop: 0 }}>移除后，这个通行密钥不能再用于登录。</p>}
          {proof.fields()}
        </PromptForm>
      ) : (
        <ShownCodes codes={codes} onDone={onDone} />
      )}
    </Modal>
  );
}

/** The name that the person will recognise the passkey by. */
export const NameField = ({ before }: { before?: string }) => (
  <Form.Item
    name="passkeyName"
    initialValue={before}
    label="名称"
    extra="便于日后辨认，例如“办公室电脑”“我的手机”"
    rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
  >
    <Input autoFocus maxLength={passkey.fields.passkeyName.max} autoComplete="off" />
  </Form.Item>
);
