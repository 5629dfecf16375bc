import { limits } from '@back-office/contract/limits.ts';
import { texts } from '@back-office/contract/texts.ts';
import { App } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { registerNotify } from '../request/notify.ts';
import { signOut } from '../session/sign-out.ts';

const ChangePasswordDialog = lazy(async () => ({ default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog }));

/** Lends antd's messages and dialogs to the request layer. */
export function Notifier() {
  const { message, modal } = App.useApp();
  const [change, setChange] = useState<{ message: string; onClose: () => void }>();

  useEffect(
    () =>
      registerNotify({
        error: (text) => void message.error(text, limits.errorSeconds),
        confirmExpired: async (reason) => {
          const { title, text, ok, cancel } = texts.sessionExpired;
          return modal.confirm({ title, content: `${text}，${reason}`, okText: ok, cancelText: cancel, centered: true });
        },
        changePassword: (text) =>
          new Promise<void>((resolve) => {
            setChange({
              message: text,
              onClose: () => {
                setChange(undefined);
                resolve();
              },
            });
          }),
        signInAgain: () => void signOut({ back: location.pathname + location.search }),
      }),
    [message, modal],
  );

  if (change === undefined) return null;
  return (
    <Suspense>
      <ChangePasswordDialog message={change.message} onDone={change.onClose} />
    </Suspense>
  );
}
