import { useEffect } from 'react';
import { draftStore } from '../../crud/drafts/draft-store.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';

/** Asks before a window with unsaved input is closed, and removes expired drafts. */
export function DraftGuard() {
  useEffect(() => {
    draftStore.sweep();
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
