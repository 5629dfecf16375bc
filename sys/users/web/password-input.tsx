import type { SecretField } from '@back-office/contract/resource/field.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import type { user } from '../user.ts';
import { Button, Typography } from 'antd';
import type { InputProps } from '@back-office/web/crud/fields/field-kit.ts';
import { secret } from '@back-office/web/crud/fields/secret.tsx';
import { useResetPassword } from './use-reset-password.tsx';

/** A new person's password is typed, or left to the server; of somebody who has one it is only reset. */
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
    // Without the field's id: its label would take the place of the button's own words.
    <Button icon={reset.icon} onClick={() => reset.run(row)}>
      重置密码
    </Button>
  );
}
