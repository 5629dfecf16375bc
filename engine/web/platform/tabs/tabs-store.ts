import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { sessionStore } from '../session/session-store.ts';
import { createStore } from '../store/create-store.ts';
import {
  afterNavigation,
  keyOf,
  withAddress,
  moved,
  withoutActive,
  noTabs,
  setPinned,
  remounted,
  adaptToRoutes,
  without,
  type Arrival,
  type TabList,
} from './tab-list.ts';
import { restoreTabs, savePinned, saveTabs } from './tab-storage.ts';

/** Discards the unsaved input of a form in a tab. */
type Discard = () => void;

interface Tabs {
  list: TabList;
  dirty: Readonly<Record<string, ReadonlyMap<string, Discard>>>;
}

const { get, set, setQuietly, subscribe } = createStore<Tabs>({ list: noTabs, dirty: {} });
let owner = '';
/** Tabs with state that may be lost without asking, such as selected rows. */
const keepAliveHolders = new Map<string, Set<string>>();
const scrolls = new Map<string, number>();

const isDirty = (key: string): boolean => (get().dirty[key]?.size ?? 0) > 0;
const withoutKeys = (dirty: Tabs['dirty'], keys: readonly string[]): Tabs['dirty'] =>
  Object.fromEntries(Object.entries(dirty).filter(([key]) => !keys.includes(key)));
const setDirty = (dirty: Tabs['dirty']): void => set({ ...get(), dirty });
const change = (list: TabList, dirty = get().dirty): void => {
  if (list === get().list) return;
  const open = new Set(list.tabs.map(keyOf));
  for (const kept of [scrolls, keepAliveHolders]) for (const key of kept.keys()) if (!open.has(key)) kept.delete(key);
  saveTabs({ owner, tabs: list.tabs, scrolls: [...scrolls] });
  savePinned(owner, get().list.tabs, list.tabs);
  set({ list, dirty: Object.fromEntries(Object.entries(dirty).filter(([key]) => open.has(key))) });
};
/** Called during a render, which must not notify subscribers. */
const restore = (): void => {
  const { userId } = sessionStore.get();
  if (userId === owner) return;
  owner = userId;
  const saved = restoreTabs(owner);
  setQuietly({ list: { ...noTabs, tabs: saved.tabs }, dirty: {} });
  scrolls.clear();
  for (const [key, top] of saved.scrolls) scrolls.set(key, top);
};

/** The tabs of the signed-in person, their unsaved forms, and their scroll positions. */
export const tabsStore = {
  get: (): TabList => get().list,
  dirty: (): Tabs['dirty'] => get().dirty,
  subscribe,
  /** Computes the tabs after arriving at a page, or elsewhere, where no tab is shown; `apply` applies them. */
  computeNext: (routes: readonly RouteRecord[], arrival: Arrival | undefined, isWhole = true): TabList => {
    restore();
    const settled = adaptToRoutes(get().list, routes, isWhole);
    if (arrival === undefined) return withoutActive(settled);
    return afterNavigation(settled, routes, arrival, (key) => isDirty(key) || (keepAliveHolders.get(key)?.size ?? 0) > 0);
  },
  apply: (list: TabList): void => change(list),
  close: (keys: readonly string[]): void => change(without(get().list, keys)),
  move: (key: string, to: string): void => change(moved(get().list, key, to)),
  pin: (key: string, pinned: boolean): void => change(setPinned(get().list, key, pinned)),
  renew: (keys: readonly string[]): void => {
    for (const key of keys) scrolls.delete(key);
    change(remounted(get().list, keys), withoutKeys(get().dirty, keys));
  },
  /** Changes the address of a hidden tab; the address bar belongs to the active one. */
  setAddress: (key: string, fullPath: string): void => change(withAddress(get().list, sessionStore.get().routes ?? [], key, fullPath)),
  name: (key: string, name: string): void => {
    const { list } = get();
    const tab = list.tabs.find((other) => keyOf(other) === key);
    if (tab === undefined || tab.title === name) return;
    const named = { ...tab, title: name, fullTitle: `${tab.meta.title}：${name}` };
    change({ ...list, tabs: list.tabs.map((other) => (other === tab ? named : other)) });
  },
  isDirty,
  /** Whether any tab has unsaved input. */
  isAnyDirty: (): boolean => get().list.tabs.some((tab) => isDirty(keyOf(tab))),
  mark: (key: string, form: string, discard: Discard | undefined): void => {
    const forms = new Map(get().dirty[key]);
    if (discard === undefined ? !forms.delete(form) : forms.get(form) === discard) return;
    if (discard !== undefined) forms.set(form, discard);
    setDirty({ ...get().dirty, [key]: forms });
  },
  setKeepAlive: (key: string, by: string, holds: boolean): void => {
    const holders = keepAliveHolders.get(key) ?? new Set();
    keepAliveHolders.set(key, holders);
    if (holds) holders.add(by);
    else holders.delete(by);
  },
  /** Discards the unsaved input in these tabs. */
  discard: (keys: readonly string[]): void => {
    for (const key of keys) for (const discard of (get().dirty[key] ?? new Map<string, Discard>()).values()) discard();
    setDirty(withoutKeys(get().dirty, keys));
  },
  scrollOf: (key: string): number => scrolls.get(key) ?? 0,
  setScroll: (key: string, top: number): void => void scrolls.set(key, top),
  save: (): void => saveTabs({ owner, tabs: get().list.tabs, scrolls: [...scrolls] }),
};
