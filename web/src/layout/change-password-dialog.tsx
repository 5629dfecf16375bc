import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Modal } from 'antd';
import { ChangePasswordForm } from '../pages/profile/change-password-form.tsx';
import { signOut } from '../session/sign-out.ts';

/** Replaces a one-time password: nothing else answers until that is done, so the only other way is out. */
export function ChangePasswordDialog({ message, onDone }: { message: string; onDone: () => void }) {
  const queries = useQueryClient();
  const app = App.useApp();
  const done = (): void => {
    app.message.success('密码已修改');
    onDone();
    // What was refused until now is asked again.
    void queries.invalidateQueries();
  };
  return (
    <Modal open title="修改密码" footer={null} closable={false} keyboard={false} mask={{ closable: false }} width={440} centered>
      <Alert type="warning" showIcon title={message} style={{ marginBottom: 20 }} />
      <ChangePasswordForm
        onDone={done}
        extra={
          <Button type="text" onClick={() => void signOut()}>
            退出登录
          </Button>
        }
      />
    </Modal>
  );
}
