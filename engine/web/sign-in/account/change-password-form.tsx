import { limits } from '@back-office/contract/limits.ts';
import { Button, Form, Input, Space } from 'antd';
import type { ReactNode } from 'react';
import { ApiError } from '../../platform/request/api-error.ts';
import { showRefused } from '../../platform/request/show-refused.ts';
import { checkPassword } from '../../platform/password/check-password.ts';
import { PasswordChecklist } from '../../platform/password/password-checklist.tsx';
import { useSession } from '../../platform/session/use-session.ts';
import { updatePassword } from '../../platform/session/update-password.ts';
import { useBusy } from '../../platform/timing/use-busy.ts';

interface Values {
  oldPassword: string;
  newPassword: string;
  again: string;
}

const { max } = limits.password;
const names = ['oldPassword', 'newPassword'] as const;

/** Changes the user's own password; refusals are shown at the fields. */
export function ChangePasswordForm({ onDone, extra }: { onDone: () => void; extra?: ReactNode }) {
  const [form] = Form.useForm<Values>();
  const [busy, work] = useBusy();
  const { userAccount, userName } = useSession();
  const before = Form.useWatch('oldPassword', form) ?? '';
  const typed = Form.useWatch('newPassword', form) ?? '';
  const owner = { account: userAccount, name: userName, before };

  const submit = async ({ oldPassword, newPassword }: Values): Promise<void> => {
    try {
      await updatePassword({ oldPassword, newPassword });
      form.resetFields();
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showRefused(form, error, names);
    }
  };

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values: Values) => void work(() => submit(values))}>
      <Form.Item name="oldPassword" label="原密码" rules={[{ required: true, message: '请输入原密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={max} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        extra={<PasswordChecklist password={typed} owner={owner} />}
        validateTrigger="onSubmit"
        rules={[
          { required: true, message: '请输入新密码' },
          {
            validator: async (_, value: string | undefined) => {
              const found = (value ?? '') === '' ? undefined : await checkPassword(value ?? '', owner);
              if (found !== undefined) throw new Error(found);
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={max} />
      </Form.Item>
      <Form.Item
        name="again"
        label="确认新密码"
        dependencies={['newPassword']}
        rules={[
          { required: true, message: '请再次输入新密码' },
          ({ getFieldValue }) => ({
            validator: (_, again) =>
              again === undefined || again === '' || again === getFieldValue('newPassword')
                ? Promise.resolve()
                : Promise.reject(new Error('两次输入的密码不一致')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={max} />
      </Form.Item>
      <Space>
        <Button type="primary" htmlType="submit" loading={busy}>
          修改密码
        </Button>
        {extra}
      </Space>
    </Form>
  );
}
