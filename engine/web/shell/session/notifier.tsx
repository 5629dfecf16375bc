import { limits } from '@back-office/contract/limits.ts';
import { App as AntApp } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { feedback } from '../../platform/feedback/feedback.ts';
import { useApp } from '../../platform/feedback/use-app.ts';
import { liveStore } from '../../platform/live/live-store.ts';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { getAccessToken } from '../../platform/request/access-token.ts';
import { newKey } from '../../platform/request/new-key.ts';
import { renewSessionWith } from '../../platform/request/notify.ts';
import { adoptCredentials } from '../../platform/session/adopt-session.ts';
import { signInElsewhere } from '../../platform/session/sign-out.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { showPreviewEnded } from './show-preview-ended.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { showExpiredDialog } from './show-expired-dialog.tsx';
import { renewBeforeEnd } from './renew-before-end.ts';
import { ExpiredBanner } from './expired-banner.tsx';

const ChangePasswordDialog = lazy(async () => ({ default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog }));
const SetUpTwoFactorDialog = lazy(async () => ({ default: (await import('./set-up-two-factor-dialog.tsx')).SetUpTwoFactorDialog }));
const SignInAgainDialog = lazy(async () => ({ default: (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog }));

/** Notifications are placed away from toolbars and the header of dialogs. */
const outOfTheWay = { placement: 'bottomRight' } as const;

/** antd's messages and dialogs, for all parts of the application: a separate chunk (ant-root.tsx). */
export const Notifier = () => (
  <AntApp component={false} notification={outOfTheWay}>
    <FeedbackProvider />
  </AntApp>
);

/** Provides them to the pages, the shell and the request layer (feedback/). */
function FeedbackProvider() {
  const app = useApp();
  const { message, modal } = app;
  const [dialogs, show] = useDialogs();
  const queries = useQueryClient();
  // The refused token; the banner disappears when there is another, from this or another window.
  const [refused, setRefused] = useState<string>();
  const token = useSession().rolesCredentials?.credentials.accessToken;

  const ask = useCallback(() => show<boolean>((done) => <SignInAgainDialog onDone={done} />), [show]);

  useEffect(
    () =>
      feedback.lend({
        ...app,
        signInAgain: () => renewBeforeEnd(ask),
        notify: {
          // Shown once, however many calls fail for the same reason.
          error: (text) => void message.open({ type: 'error', key: text, content: text, duration: limits.errorSeconds }),
          renewSession: async (reason) => {
            // The live connection has reported it already, with its consequences.
            if (liveStore.isOver()) return false;
            if (sessionStore.get().preview !== null) return showPreviewEnded(modal, reason);
            // Another window may have signed in again already.
            if (await adoptCredentials()) return true;
            const answer = await showExpiredDialog(modal, reason);
            if (answer === 'leave') {
              void signInElsewhere();
              // The page is left, so the error is irrelevant.
              return new Promise(() => undefined);
            }
            const renewed = answer === 'renewed' || (answer === 'stay' && (await ask()));
            if (!renewed) setRefused(getAccessToken());
            return renewed;
          },
          changePassword: (text) => show<void>((done) => <ChangePasswordDialog message={text} onDone={done} />),
          setUpTwoFactor: (text) => show<void>((done) => <SetUpTwoFactorDialog message={text} onDone={done} />),
        },
      }),
    [app, ask, message, modal, show],
  );
  const renew = async (): Promise<void> => {
    const renewed = await renewSessionWith(async () => (await adoptCredentials()) || ask());
    // Queries that failed, or were only marked meanwhile, are refetched; forms are unchanged.
    const isMarked = (query: Query): boolean => query.isActive() && query.state.isInvalidated && query.meta?.['kept'] !== true;
    if (renewed) await queries.refetchQueries({ predicate: (query) => query.state.status === 'error' || isMarked(query) });
  };
  return (
    <>
      {dialogs}
      {dialogs.length === 0 && refused !== undefined && refused === token && <ExpiredBanner onRenew={() => void renew()} />}
    </>
  );
}

type Show = <Answer>(draw: (done: (answer: Answer) => void) => ReactNode) => Promise<Answer>;

/** Dialogs that stay open until they are answered, the last above the others: the session may end behind a required change of the password. */
function useDialogs(): [readonly ReactElement[], Show] {
  const [dialogs, setDialogs] = useState<readonly ReactElement[]>([]);
  const show = useCallback<Show>(
    (draw) =>
      new Promise((resolve) => {
        const key = newKey();
        const drawn = draw((answer) => {
          setDialogs((open) => open.filter((one) => one.key !== key));
          resolve(answer);
        });
        // Each on its own: the code of one may be loading while another is open.
        setDialogs((open) => [...open, <Suspense key={key}>{drawn}</Suspense>]);
      }),
    [],
  );
  return [dialogs, show];
}
