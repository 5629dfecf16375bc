import { useEffect } from 'react';
import { draftStore } from '../../crud/drafts/draft-store.ts';
import { afterwards } from '../../platform/timing/afterwards.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';

/** Asks before a window with unsaved input is closed, and removes expired drafts and, later, expired uploads. */
export function DraftGuard() {
  useEffect(() => {
    draftStore.sweep();
    afterwards.do(
      () => void import('../../files/upload/sweep-unfinished.ts').then(({ sweepUnfinished }) => sweepUnfinished()).catch(() => undefined),
    );
    const warn = (event: BeforeUnloadEvent): void => {
      const { isAuthorization, preview } = sessionStore.get();
      // After a forced sign-out the input is in drafts, and a preview can save nothing.
      if (isAuthorization && preview === null && tabsStore.isAnyDirty()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return null;
}
