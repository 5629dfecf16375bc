import { texts } from '@back-office/contract/texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { feedback } from '../../platform/feedback/feedback.ts';
import { isRenewing } from '../../platform/request/notify.ts';
import { sessionEnds } from '../../platform/request/session-ends.ts';
import { loadRoutes } from '../routing/load-routes.ts';
import { signInElsewhere } from '../../platform/session/sign-out.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { showPreviewEnded } from '../session/show-preview-ended.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { liveStore } from '../../platform/live/live-store.ts';
import { useFirstConnected } from '../../platform/live/use-first-connected.ts';
import { useLive } from '../../platform/live/use-live.ts';

/** Keeps the live connection while somebody is signed in, and handles events for the whole window (docs/spec.md 4, 8). */
export function LiveUpdates() {
  const queries = useQueryClient();
  const token = useSession().rolesCredentials?.credentials.accessToken;

  const endedDialog = useRef<{ destroy: () => void }>(undefined);

  useEffect(() => {
    if (token !== undefined) liveStore.start(token);
    // With new credentials, for example from another window, the session continues.
    return () => endedDialog.current?.destroy();
  }, [token]);
  useEffect(() => () => liveStore.stop(), []);

  const renewRights = (how?: { quiet: boolean }): void => void loadRoutes(how).catch(() => undefined);
  const renewDicts = (): void => void queries.invalidateQueries({ queryKey: ['sys/dict', 'select-tree'] });
  // Something may have changed unannounced. Left alone is what open forms began with, as a save compares with it.
  useLive('all', () => void queries.invalidateQueries({ predicate: ({ meta }) => meta?.['kept'] !== true }));
  useLive('functions', () => renewRights());
  useLive('dict', renewDicts);
  useFirstConnected(() => {
    renewRights({ quiet: true });
    renewDicts();
  });
  useLive('ended', ({ message, reason }) => {
    sessionEnds.forget();
    // A call may have found out first, and its dialog is already open.
    if (reason !== 'forced' || liveStore.isOver() || isRenewing()) return;
    liveStore.markOver();
    const { title, text, ok } = texts.sessionEnded;
    void feedback.ready().then(({ modal }) => {
      if (sessionStore.get().preview !== null) return showPreviewEnded(modal, message);
      endedDialog.current = modal.warning({
        title,
        content: `${text}，${message}`,
        okText: ok,
        keyboard: false,
        // Unsaved input is kept in drafts; the next sign-in returns to this page.
        onOk: () => signInElsewhere(),
      });
    });
  });
  return null;
}
