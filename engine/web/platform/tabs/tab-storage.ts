import { recordIn } from '@back-office/contract/record-in.ts';
import type { Tab } from './tab.ts';

const key = 'tabs';

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
  } catch {
    // The storage is full: the tabs are lost with the next load, which is better than a page that stops.
    sessionStorage.removeItem(key);
  }
}

/** The tabs as that person left them; none where there are none, or none that can be read. */
export function restoreTabs(owner: string): Pick<Saved, 'tabs' | 'scrolls'> {
  try {
    const saved = recordIn(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    if (saved.owner !== owner || !Array.isArray(saved.tabs)) return { tabs: [], scrolls: [] };
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
