import type { SecretField } from '@back-office/contract/resource/field.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import type { user } from '../user.ts';
import { Button, Typography } from 'antd';
import type { InputProps } from '@back-office/web/crud/fields/field-kit.ts';
import { secret } from '@back-office/web/crud/fields/secret.tsx';
import { useResetPassword } from './use-reset-password.tsx';

/** For a new person the password is typed or left to the server; for an existing one it can only be reset. */
export function PasswordInput(props: InputProps<SecretField, DraftOf<typeof user>>) {
  const reset = useResetPassword();
  const { row } = props;
  if (row.id === undefined) {
    return (
      <>
        <secret.Input {...props} />
        <Typography.Text type="secondary">留空则生成一次性密码</Typography.Text>
      </>
    );
  }
  if (reset.offered?.(row) === false) return <Typography.Text type="secondary">请在个人中心修改自己的密码</Typography.Text>;
  return (
    // Without the field's id: its label would replace the button's own text.
    <Button icon={reset.icon} onClick={() => reset.run(row)}>
      重置密码
    </Button>
  );
}
