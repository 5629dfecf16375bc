import { recordIn } from '@back-office/contract/record-in.ts';
import { sessionStore } from '../session/session-store.ts';
import { storeLocally } from '../store/store-locally.ts';
import { keyOf } from './tab-list.ts';
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
  } catch {
    // Storage is full: the tabs are lost with the next load, which is better than a broken page.
    sessionStorage.removeItem(key);
  }
}

/** Saves what changed in the pinned tabs of this window; the person's other windows have saved their own changes in the same place. */
export function savePinned(owner: string, before: readonly Tab[], after: readonly Tab[]): void {
  const [was, now] = [before.filter(isPinnedByPerson), after.filter(isPinnedByPerson)];
  if (key !== 'tabs' || (was.length === now.length && was.every((tab, at) => tab === now[at]))) return;
  storeLocally(`${pinnedKey} ${owner}`, JSON.stringify(withChanges(restorePinned(owner), was, now)));
}

const isPinnedByPerson = ({ pinned }: Tab): boolean => pinned === true;
const sameAs = (tab: Tab, tabs: readonly Tab[]): Tab | undefined => tabs.find((other) => keyOf(other) === keyOf(tab));

/** The stored pinned tabs with the changes that this window made to those that it has; their order only changes with this window's. */
function withChanges(stored: readonly Tab[], was: readonly Tab[], now: readonly Tab[]): Tab[] {
  if (was.map(keyOf).join(' ') === now.map(keyOf).join(' ')) return stored.map((tab) => sameAs(tab, now) ?? tab);
  const ours = now.filter((tab) => sameAs(tab, was) === undefined || sameAs(tab, stored) !== undefined);
  return [...ours, ...stored.filter((tab) => sameAs(tab, [...was, ...now]) === undefined)];
}

/** The tabs that the person pinned on this machine, which outlast the session; none if they cannot be parsed. */
function restorePinned(owner: string): Tab[] {
  try {
    const pinned: unknown = key === 'tabs' ? JSON.parse(localStorage.getItem(`${pinnedKey} ${owner}`) ?? '[]') : [];
    return Array.isArray(pinned) ? pinned.filter(isTab) : [];
  } catch {
    return [];
  }
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
