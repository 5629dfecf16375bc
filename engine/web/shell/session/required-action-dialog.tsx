import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import type { ReactNode } from 'react';
import { signOut } from '../../platform/session/sign-out.ts';

interface RequiredActionDialogProps {
  title: string;
  /** The reason. */
  message: string;
  /** The message shown when it is done. */
  said: string;
  onDone: () => void;
  /** Renders the form; gets the function to call when it is done, and the button to sign out. */
  children: (done: () => void, out: ReactNode) => ReactNode;
}

/** A modal over everything until a required action is done: the only alternative is to sign out. */
export function RequiredActionDialog({ title, message, said, onDone, children }: RequiredActionDialogProps) {
  const queries = useQueryClient();
  const app = useApp();
  const done = (): void => {
    app.message.success(said);
    onDone();
    // Refetch what was refused until now.
    void queries.invalidateQueries();
  };
  const out = (
    <Button type="text" onClick={() => void signOut()}>
      退出登录
    </Button>
  );
  return (
    <Modal open title={title} footer={null} closable={false} keyboard={false} mask={{ closable: false }} width={440}>
      <Alert type="warning" showIcon title={message} style={{ marginBottom: 20 }} />
      {children(done, out)}
    </Modal>
  );
}
