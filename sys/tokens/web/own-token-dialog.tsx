import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { Form, Modal } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { resolveInput } from '@back-office/web/crud/fields/kit-of.ts';
import { rejectInvalid } from '@back-office/web/crud/fields/reject-invalid.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { serverTime } from '@back-office/web/platform/session/server-time.ts';
import { ApiError } from '@back-office/web/platform/request/api-error.ts';
import { showRefused } from '@back-office/web/platform/request/show-refused.ts';
import { proofWays, type TypedProof, useProof } from '@back-office/web/sign-in/account/use-proof.tsx';
import { useTwoStep } from '@back-office/web/sign-in/account/use-two-step.ts';
import type { MadeToken } from '../made-token.ts';
import { token } from '../token.ts';
import { showKey } from './show-key.ts';
import { FocusField } from '@back-office/web/platform/keyboard/focus-field.tsx';
import { useBusy } from '@back-office/web/platform/timing/use-busy.ts';

const names = ['tokenName', 'tokenRights', 'allowedAddresses', 'expireTime'] as const;

/** Default validity of a key in days: long enough to set a program up, short enough to be reviewed. */
const usualDays = 90;

interface Props {
  onClose: () => void;
  onMade: () => void;
}

/** Creates a key for the person themselves, and shows it once. */
export function OwnTokenDialog({ onClose, onMade }: Props) {
  const app = useApp();
  const [form] = Form.useForm<TypedProof & Record<string, unknown>>();
  const [busy, work] = useBusy();
  const { data: twoStep } = useTwoStep();
  const proof = useProof(twoStep, twoStep === undefined ? [] : proofWays(twoStep));
  const make = async ({ password, code, ...values }: TypedProof & Record<string, unknown>): Promise<void> => {
    if (proof.by === undefined) return;
    try {
      const proved = await proof.prove({ password, code });
      const json = () => ({ ...values, ...proved() });
      const made = await request<MadeToken>('/api/sys/token/save-own', { method: 'POST', json });
      onMade();
      onClose();
      showKey(app, made);
    } catch (error) {
      if (error instanceof ApiError) showRefused(form, error, [...names, 'password', 'code']);
      else app.message.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Modal
      open
      title="新建密钥"
      okText="新建"
      confirmLoading={busy}
      okButtonProps={{ disabled: proof.by === undefined }}
      onOk={() => form.submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <FocusField />
      <Form
        form={form}
        layout="vertical"
        initialValues={{ tokenRights: [], allowedAddresses: [], expireTime: inDays(usualDays) }}
        onFinish={(values) => void work(() => make(values))}
      >
        {names.map((name) => {
          const field = fieldOf(token, name);
          const { Input } = resolveInput(token, name);
          const validator = (_rule: unknown, value: unknown): Promise<void> => rejectInvalid(field, value);
          return (
            <Form.Item
              key={name}
              name={name}
              label={field.label}
              extra={field.help}
              required={field.required === true}
              rules={[{ validator }]}
            >
              <Input resource={token} field={field} name={name} row={{}} />
            </Form.Item>
          );
        })}
        {proof.fields()}
        {proof.change}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Modal>
  );
}

/** The time in this many days, in the wire format. */
const inDays = (days: number): string => serverTime(Date.now() + days * 86_400_000);
