import { recordIn } from '@back-office/contract/record-in.ts';
import { sessionStore } from '../session/session-store.ts';
import type { Tab } from './tab.ts';

/** The tabs of a preview are stored separately, so that the person finds their own again. */
const key = sessionStore.get().preview === null ? 'tabs' : 'tabs.preview';
const pinnedKey = 'pinned-tabs';

interface Saved {
  /** The owner of the tabs: another account never sees them. */
  owner: string;
  tabs: readonly Tab[];
  scrolls: readonly [string, number][];
}

/** Saves the tabs for the next load of this page. */
export function saveTabs(saved: Saved): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(saved));
    const pinned = saved.tabs.filter((tab) => tab.pinned === true);
    if (key === 'tabs') localStorage.setItem(`${pinnedKey} ${saved.owner}`, JSON.stringify(pinned));
  } catch {
    // Storage is full: the tabs are lost with the next load, which is better than a broken page.
    sessionStorage.removeItem(key);
  }
}

/** The tabs that the person pinned on this machine, which outlast the session. */
function restorePinned(owner: string): Tab[] {
  const pinned: unknown = key === 'tabs' ? JSON.parse(localStorage.getItem(`${pinnedKey} ${owner}`) ?? '[]') : [];
  return Array.isArray(pinned) ? pinned.filter(isTab) : [];
}

/** The tabs as that person left them, or else their pinned ones; none if there are none, or if they cannot be parsed. */
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
