import { limits } from '@back-office/contract/limits.ts';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { Form, Modal } from 'antd';
import { useRef } from 'react';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { resolveInput } from '@back-office/web/crud/fields/kit-of.ts';
import { rejectInvalid } from '@back-office/web/crud/fields/reject-invalid.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useRepeatable } from '@back-office/web/platform/request/use-repeatable.ts';
import { serverTime } from '@back-office/web/platform/session/server-time.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
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

type Typed = TypedProof & Record<string, unknown>;

interface Props {
  onClose: () => void;
  onMade: () => void;
}

/** Creates a key for the person themselves, and shows it once. */
export function OwnTokenDialog({ onClose, onMade }: Props) {
  const app = useApp();
  const [form] = Form.useForm<Typed>();
  const [busy, work] = useBusy();
  const { data: twoStep } = useTwoStep();
  const proof = useProof(twoStep, twoStep === undefined ? [] : proofWays(twoStep));
  const repeatable = useRepeatable();
  const last = useRef<{ headers: object; body: () => object }>(undefined);
  /** The same text for a repeat: it is sealed differently each time. */
  const bodyOf = async (headers: object, { password, code, ...values }: Typed): Promise<() => object> => {
    if (last.current?.headers === headers) return last.current.body;
    const proved = await proof.prove({ password, code });
    last.current = { headers, body: perSession(() => ({ ...values, ...proved() })) };
    return last.current.body;
  };
  const make = async (typed: Typed): Promise<void> => {
    if (proof.by === undefined) return;
    try {
      const made = await repeatable(typed, async ({ headers }) =>
        request<MadeToken>('/api/sys/token/save-own', { method: 'POST', headers, json: await bodyOf(headers, typed) }),
      );
      onMade();
      onClose();
      showKey(app, made);
    } catch (error) {
      if (error instanceof ApiError) showRefused(form, error, [...names, 'password', 'code']);
      else app.message.error(error instanceof Error ? error.message : String(error), limits.errorSeconds);
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

/** What `make` returns, made once for each session: a password is sealed for the one that sends it. */
function perSession<Made>(make: () => Made): () => Made {
  let made: { for: string | undefined; value: Made } | undefined;
  return () => {
    const session = sessionStore.get().rolesCredentials?.credentials.secretKey;
    if (made?.for !== session || made === undefined) made = { for: session, value: make() };
    return made.value;
  };
}

/** The time in this many days, in the wire format. */
const inDays = (days: number): string => serverTime(Date.now() + days * 86_400_000);
