import { useEffect } from 'react';
import { draftStore } from '../../crud/drafts/draft-store.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { keyOf } from '../../platform/tabs/tab-list.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';

/** Asks before a window with unsaved input is closed, and removes expired drafts. */
export function DraftGuard() {
  useEffect(() => {
    draftStore.sweep();
    const warn = (event: BeforeUnloadEvent): void => {
      // After a forced sign-out the input is in drafts: staying would save nothing.
      if (sessionStore.get().isAuthorization && tabsStore.get().tabs.some((tab) => tabsStore.isDirty(keyOf(tab)))) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return null;
}
