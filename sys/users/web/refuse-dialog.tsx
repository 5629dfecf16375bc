import type { DraftOf } from '@back-office/contract/resource/row.ts';
import type { user } from '../user.ts';
import { Alert, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { request } from '@back-office/web/platform/request/request.ts';
import { FocusField } from '@back-office/web/platform/keyboard/focus-field.tsx';
import { useBusy } from '@back-office/web/platform/timing/use-busy.ts';

interface RefuseDialogProps {
  row: DraftOf<typeof user>;
  name: string;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Asks for the reason of a refusal, which is shown to people who sign in with the account's password. */
export function RefuseDialog({ row, name, onClose, onDone }: RefuseDialogProps) {
  const [form] = Form.useForm<{ reason: string }>();
  const [busy, work] = useBusy();
  const [issue, setIssue] = useState<string>();
  const submit = async ({ reason }: { reason: string }): Promise<void> => {
    setIssue(undefined);
    try {
      await request(`/api/sys/user/refuse/${row.id}`, { method: 'PUT', json: { version: row.version, reason }, quiet: true });
      await onDone();
    } catch (error) {
      setIssue(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Modal
      open
      title="拒绝注册申请"
      okText="拒绝"
      okButtonProps={{ danger: true }}
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <FocusField />
      <div role="alert">{issue !== undefined && <Alert type="error" showIcon title={issue} style={{ marginBottom: 16 }} />}</div>
      <p style={{ marginTop: 0, overflowWrap: 'anywhere' }}>“{name}”不能登录；登录时会看到这个原因。</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values: { reason: string }) => void work(() => submit(values))}>
        <Form.Item name="reason" label="拒绝原因" rules={[{ required: true, whitespace: true, message: '请填写拒绝原因' }]}>
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
