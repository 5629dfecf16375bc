import { Form, Input } from 'antd';

interface CodeFieldProps {
  help: string;
  autoFocus?: boolean;
  /** Whether there is an app that shows codes, otherwise only recovery codes are accepted. */
  hasApp: boolean;
}

/** The field for a code of the second step. */
export const CodeField = ({ help, autoFocus = false, hasApp }: CodeFieldProps) => (
  <Form.Item
    name="code"
    label={hasApp ? '动态验证码' : '恢复码'}
    extra={help}
    rules={[{ required: true, whitespace: true, message: hasApp ? '请输入验证码' : '请输入恢复码' }]}
  >
    <Input autoFocus={autoFocus} autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} maxLength={32} />
  </Form.Item>
);
