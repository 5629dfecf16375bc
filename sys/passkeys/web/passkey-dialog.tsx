import type { ConfirmBy } from '@back-office/contract/calls/two-factor.ts';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { request } from '@back-office/web/platform/request/request.ts';
import { createPasskey, type CreateQuestion } from '@back-office/web/platform/session/passkey.ts';
import { PromptForm } from '@back-office/web/sign-in/account/prompt-form.tsx';
import { ShownCodes } from '@back-office/web/sign-in/account/shown-codes.tsx';
import type { AddedPasskey, OwnPasskey } from '../own-passkey.ts';
import { passkey } from '../passkey.ts';
import { type Confirm, confirmation, ConfirmFields, type Typed } from './confirm-fields.tsx';

interface Props {
  /** The ways in which this person may re-authenticate; the first is the default. */
  ways: readonly Confirm[];
  confirmBy: ConfirmBy | undefined;
  /** The passkey to remove; absent to add one. */
  ending?: OwnPasskey;
  onDone: () => void;
  onClose: () => void;
}

type Values = Typed & { passkeyName: string };

/** Adds or removes a passkey, once the person has re-authenticated. */
export function PasskeyDialog({ ways, confirmBy, ending, onDone, onClose }: Props) {
  const [by, setBy] = useState(ways[0] ?? 'password');
  const [codes, setCodes] = useState<readonly string[]>();
  const other = ways.find((way) => way !== by);
  const add = async ({ passkeyName, ...typed }: Values): Promise<void> => {
    const json = await confirmation(by, typed);
    const question = await request<CreateQuestion>('/api/sys/passkey/start-own', { method: 'POST', json, quiet: true });
    const made = { passkeyName, ...(await createPasskey(question)) };
    const { recoveryCodes } = await request<AddedPasskey>('/api/sys/passkey/save-own', { method: 'POST', json: made, quiet: true });
    if (recoveryCodes === undefined) onDone();
    else setCodes(recoveryCodes);
  };
  const end = async (typed: Typed): Promise<void> => {
    const json = await confirmation(by, typed);
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
              {other !== undefined && <Button onClick={() => setBy(other)}>{other === 'code' ? '改用验证码' : '改用通行密钥'}</Button>}
              <Button onClick={onClose}>取消</Button>
            </>
          }
        >
          {ending === undefined ? <NameField /> : <p style={{ marginTop: 0 }}>移除后，这个通行密钥不能再用于登录。</p>}
          <ConfirmFields by={by} confirmBy={confirmBy} />
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
