import { useEffect } from 'react';
import { draftStore } from '../../crud/drafts/draft-store.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { keyOf } from '../../platform/tabs/tab-list.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';

/** Asks before the window is left with something unsaved in it, and removes drafts that are too old. */
export function KeepDrafts() {
  useEffect(() => {
    draftStore.sweep();
    const warn = (event: BeforeUnloadEvent): void => {
      // Whoever was signed out by force has drafts; there is nothing that staying would save.
      if (sessionStore.get().isAuthorization && tabsStore.get().tabs.some((tab) => tabsStore.isDirty(keyOf(tab)))) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return null;
}
