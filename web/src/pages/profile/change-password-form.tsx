import { limits } from '@back-office/contract/limits.ts';
import { Alert, Button, Form, Input, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../request/api-error.ts';
import { refusedFields } from '../../request/refused-fields.ts';
import { updatePassword } from '../../session/update-password.ts';

interface Values {
  oldPassword: string;
  newPassword: string;
  again: string;
}

const { min, max } = limits.password;
const names = ['oldPassword', 'newPassword'] as const;

/** Changes one's own password; what the server refuses is shown at the fields. */
export function ChangePasswordForm({ onDone, extra }: { onDone: () => void; extra?: ReactNode }) {
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  const submit = async ({ oldPassword, newPassword }: Values): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await updatePassword({ oldPassword, newPassword });
      form.resetFields();
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refused = refusedFields(error, names);
      form.setFields(names.flatMap((name) => (refused[name] === undefined ? [] : [{ name, errors: [refused[name]] }])));
      if (Object.keys(refused).length === 0) setFault(error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values: Values) => void submit(values)}>
      <div role="alert">{fault !== undefined && <Alert type="error" showIcon title={fault} style={{ marginBottom: 16 }} />}</div>
      <Form.Item name="oldPassword" label="原密码" rules={[{ required: true, message: '请输入原密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={max} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        extra={`至少 ${min} 个字符，不要使用常见密码`}
        rules={[
          { required: true, message: '请输入新密码' },
          { min, message: `新密码不能少于 ${min} 个字符` },
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
