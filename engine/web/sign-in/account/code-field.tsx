import { Form, Input } from 'antd';

/** The field for a code of the second step. */
export const CodeField = ({ help, autoFocus = false }: { help: string; autoFocus?: boolean }) => (
  <Form.Item name="code" label="动态验证码" extra={help} rules={[{ required: true, whitespace: true, message: '请输入验证码' }]}>
    <Input autoFocus={autoFocus} autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} maxLength={32} />
  </Form.Item>
);
