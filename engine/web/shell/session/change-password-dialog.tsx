import { ChangePasswordForm } from '../../sign-in/account/change-password-form.tsx';
import { RequiredActionDialog } from './required-action-dialog.tsx';

/** Replaces a one-time or expired password (docs/wire.md 40301). */
export const ChangePasswordDialog = ({ message, onDone }: { message: string; onDone: () => void }) => (
  <RequiredActionDialog title="修改密码" message={message} said="密码已修改" onDone={onDone}>
    {(done, out) => <ChangePasswordForm onDone={done} extra={out} />}
  </RequiredActionDialog>
);
