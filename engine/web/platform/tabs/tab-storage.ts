import { recordIn } from '@back-office/contract/record-in.ts';
import { sessionStore } from '../session/session-store.ts';
import type { Tab } from './tab.ts';

/** Those of a preview stand apart, so that the person finds their own again. */
const key = sessionStore.get().preview === null ? 'tabs' : 'tabs.preview';
const pinnedKey = 'pinned-tabs';

interface Saved {
  /** Whose tabs they are: another account never sees them. */
  owner: string;
  tabs: readonly Tab[];
  scrolls: readonly [string, number][];
}

/** Keeps the tabs for the next load of this page. */
export function saveTabs(saved: Saved): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(saved));
    const pinned = saved.tabs.filter((tab) => tab.pinned === true);
    if (key === 'tabs') localStorage.setItem(`${pinnedKey} ${saved.owner}`, JSON.stringify(pinned));
  } catch {
    // The storage is full: the tabs are lost with the next load, which is better than a page that stops.
    sessionStorage.removeItem(key);
  }
}

/** Those that the person keeps open on this machine, for the next sign-in too. */
function restorePinned(owner: string): Tab[] {
  const pinned: unknown = key === 'tabs' ? JSON.parse(localStorage.getItem(`${pinnedKey} ${owner}`) ?? '[]') : [];
  return Array.isArray(pinned) ? pinned.filter(isTab) : [];
}

/** The tabs as that person left them, or those that they keep open; none where there are none, or none that can be read. */
export function restoreTabs(owner: string): Pick<Saved, 'tabs' | 'scrolls'> {
  try {
    const saved = recordIn(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    if (saved.owner !== owner || !Array.isArray(saved.tabs)) return { tabs: restorePinned(owner), scrolls: [] };
    return { tabs: saved.tabs.filter(isTab), scrolls: Array.isArray(saved.scrolls) ? saved.scrolls : [] };
  } catch {
    return { tabs: [], scrolls: [] };
  }
}

const isTab = (tab: unknown): tab is Tab => {
  const { path, fullPath, title, meta } = recordIn(tab);
  return (
    typeof path === 'string' &&
    typeof fullPath === 'string' &&
    fullPath.startsWith('/') &&
    typeof title === 'string' &&
    typeof meta === 'object' &&
    meta !== null
  );
};
