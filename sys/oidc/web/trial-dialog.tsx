import { useMutation } from '@tanstack/react-query';
import { Alert, Descriptions, Form, Input, Modal } from 'antd';
import { request } from '@back-office/web/platform/request/request.ts';
import type { ClaimTrial } from '../claim-trial.ts';

interface Asked {
  loginMethod: string;
  claims: string;
}

const example = '{\n  "groups": ["hr"]\n}';

/** Shows what a person with given claims would be granted; grants nothing. */
export function TrialDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Asked>();
  const trial = useMutation({
    mutationFn: ({ loginMethod, claims: text }: Asked) => {
      const claims: unknown = JSON.parse(text);
      const json = { loginMethod: loginMethod.trim(), claims };
      return request<ClaimTrial>('/api/sys/claim-rule/trial', { method: 'POST', json, quiet: true });
    },
  });
  return (
    <Modal open title="试算登录规则" okText="试算" cancelText="关闭" confirmLoading={trial.isPending} onOk={form.submit} onCancel={onClose}>
      <p>粘贴对方登录令牌的内容，看这个人登录时会得到什么。这里只计算，不会改变任何人。</p>
      <Form form={form} layout="vertical" initialValues={{ claims: example }} onFinish={(asked) => trial.mutate(asked)}>
        <Form.Item name="loginMethod" label="登录方式" required rules={[{ required: true, whitespace: true, message: '请填写登录方式' }]}>
          <Input placeholder="登录方式的代号，例如 corp" maxLength={50} />
        </Form.Item>
        <Form.Item name="claims" label="声明（JSON）" required rules={[{ validator: refuseBroken }]}>
          <Input.TextArea rows={6} spellCheck={false} maxLength={20_000} style={{ fontFamily: 'monospace' }} />
        </Form.Item>
      </Form>
      {trial.isError && <Alert type="error" showIcon title={trial.error.message} />}
      {trial.data !== undefined && <Result trial={trial.data} />}
    </Modal>
  );
}

function refuseBroken(_rule: unknown, text: unknown): Promise<void> {
  try {
    JSON.parse(String(text));
    return Promise.resolve();
  } catch {
    return Promise.reject(new Error('不是完整的 JSON'));
  }
}

function Result({ trial: { rules, roles, without, org } }: { trial: ClaimTrial }) {
  if (rules.length === 0 && without.length === 0) return <Alert type="info" showIcon title="没有符合的规则，什么也不会改变" />;
  const listed = (names: readonly string[]): string => (names.length === 0 ? '—' : names.join('、'));
  return (
    <Descriptions
      size="small"
      bordered
      column={1}
      aria-label="试算结果"
      items={[
        { key: 'rules', label: '符合的规则', children: listed(rules) },
        { key: 'roles', label: '会有的角色', children: listed(roles) },
        { key: 'without', label: '不会有的角色', children: listed(without) },
        { key: 'org', label: '归入机构', children: org ?? '不改变' },
      ]}
    />
  );
}
