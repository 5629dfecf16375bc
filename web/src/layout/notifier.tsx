import { limits } from '@back-office/contract/limits.ts';
import { texts } from '@back-office/contract/texts.ts';
import { App } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { registerNotify } from '../request/notify.ts';
import { adoptCredentials } from '../session/adopt-session.ts';

const ChangePasswordDialog = lazy(async () => ({ default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog }));
const SignInAgainDialog = lazy(async () => ({ default: (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog }));

/** Lends antd's messages and dialogs to the request layer. */
export function Notifier() {
  const { message, modal } = App.useApp();
  const [dialog, show] = useDialog();

  useEffect(
    () =>
      registerNotify({
        error: (text) => void message.error(text, limits.errorSeconds),
        renewSession: async (reason) => {
          // Another window may have signed in again already.
          if (await adoptCredentials()) return true;
          const { title, text, ok, cancel } = texts.sessionExpired;
          const again = await modal.confirm({ title, content: `${text}，${reason}`, okText: ok, cancelText: cancel, centered: true });
          return again && show<boolean>((done) => <SignInAgainDialog onDone={done} />);
        },
        changePassword: (text) => show<void>((done) => <ChangePasswordDialog message={text} onDone={done} />),
      }),
    [message, modal, show],
  );
  return <Suspense>{dialog}</Suspense>;
}

type Show = <Answer>(draw: (done: (answer: Answer) => void) => ReactNode) => Promise<Answer>;

/** A dialog that stands until it has an answer. */
function useDialog(): [ReactNode, Show] {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const show = useCallback<Show>(
    (draw) =>
      new Promise((resolve) => {
        setDialog(
          draw((answer) => {
            setDialog(null);
            resolve(answer);
          }),
        );
      }),
    [],
  );
  return [dialog, show];
}
