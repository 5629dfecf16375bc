import { fieldOf } from '@back-office/contract/resource/resource.ts';
import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { resolveInput } from '@back-office/web/crud/fields/kit-of.ts';
import { rejectInvalid } from '@back-office/web/crud/fields/reject-invalid.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { serverTime } from '@back-office/web/platform/session/server-time.ts';
import { ApiError } from '@back-office/web/platform/request/api-error.ts';
import { showRefused } from '@back-office/web/platform/request/show-refused.ts';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { type Confirm, confirmation, ConfirmFields, confirmWays, type Typed } from '../../passkeys/web/confirm-fields.tsx';
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
  const [form] = Form.useForm<Typed & Record<string, unknown>>();
  const [busy, work] = useBusy();
  const { data: twoStep } = useQuery({
    queryKey: ['two-step'],
    queryFn: ({ signal }) => request<TwoFactorAnswer>('/api/sys/user/two-step', { signal, quiet: true }),
    refetchInterval: retryUntilSuccess(),
  });
  const ways: readonly Confirm[] = twoStep === undefined ? [] : confirmWays(twoStep);
  const [chosen, setChosen] = useState<Confirm>();
  const by = chosen ?? ways[0];
  const other = ways.find((way) => way !== by);
  const make = async ({ password, code, ...values }: Typed & Record<string, unknown>): Promise<void> => {
    if (by === undefined) return;
    try {
      const json = { ...values, ...(await confirmation(by, { password, code })) };
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
      okButtonProps={{ disabled: by === undefined }}
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
        {by !== undefined && <ConfirmFields by={by} confirmBy={twoStep?.confirmBy} />}
        {other !== undefined && <Button onClick={() => setChosen(other)}>{other === 'code' ? '改用恢复码' : '改用通行密钥'}</Button>}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Modal>
  );
}

/** The time in this many days, in the wire format. */
const inDays = (days: number): string => serverTime(Date.now() + days * 86_400_000);
