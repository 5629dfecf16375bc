import type { RouteRecord } from '../session/route-record.ts';
import { sessionStore } from '../session/session-store.ts';
import { arrive, keyOf, led, moved, noTabs, renewed, settle, without, type Arrival, type TabList } from './tab-list.ts';
import { restoreTabs, saveTabs } from './tab-storage.ts';

/** A form with something typed in a tab: how to throw that away. */
type Discard = () => void;

let list = noTabs;
let owner = '';
/** Tabs that hold something of the person's that is no loss to speak of, such as ticks. */
const held = new Map<string, Set<string>>();
let dirty: Readonly<Record<string, ReadonlyMap<string, Discard>>> = {};
const scrolls = new Map<string, number>();
const listeners = new Set<() => void>();

const tell = (): void => listeners.forEach((listener) => listener());
const isDirty = (key: string): boolean => (dirty[key]?.size ?? 0) > 0;
const change = (next: TabList): void => {
  if (next === list) return;
  list = next;
  const open = new Set(list.tabs.map(keyOf));
  dirty = Object.fromEntries(Object.entries(dirty).filter(([key]) => open.has(key)));
  for (const kept of [scrolls, held]) for (const key of kept.keys()) if (!open.has(key)) kept.delete(key);
  save();
  tell();
};
const save = (): void => saveTabs({ owner, tabs: list.tabs, scrolls: [...scrolls] });
const restore = (): void => {
  const { userId } = sessionStore.get();
  if (userId === owner) return;
  owner = userId;
  const saved = restoreTabs(owner);
  list = { ...noTabs, tabs: saved.tabs };
  dirty = {};
  scrolls.clear();
  for (const [key, top] of saved.scrolls) scrolls.set(key, top);
};

/** The tabs of the person who is signed in, what is dirty in them, and how far each is scrolled. */
export const tabsStore = {
  get: (): TabList => list,
  dirty: (): typeof dirty => dirty,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** What the tabs will be after an arrival at a page, or elsewhere, where no tab is shown; `take` makes it so. */
  look: (routes: readonly RouteRecord[], arrival: Arrival | undefined): TabList => {
    restore();
    const settled = settle(list, routes);
    if (arrival === undefined) return settled.active === undefined ? settled : { ...settled, active: undefined };
    return arrive(settled, routes, arrival, (key) => isDirty(key) || (held.get(key)?.size ?? 0) > 0);
  },
  take: change,
  close: (keys: readonly string[]): void => change(without(list, keys)),
  move: (key: string, to: string): void => change(moved(list, key, to)),
  renew: (keys: readonly string[]): void => {
    for (const key of keys) {
      scrolls.delete(key);
      const { [key]: _, ...others } = dirty;
      dirty = others;
    }
    change(renewed(list, keys));
  },
  /** Another address within a tab that is not shown; the address bar belongs to the one that is. */
  lead: (key: string, fullPath: string): void => change(led(list, sessionStore.get().routes ?? [], key, fullPath)),
  name: (key: string, name: string): void => {
    const tab = list.tabs.find((other) => keyOf(other) === key);
    const title = `${tab?.meta.title ?? ''}：${name}`;
    if (tab !== undefined && tab.title !== title)
      change({ ...list, tabs: list.tabs.map((other) => (other === tab ? { ...tab, title } : other)) });
  },
  isDirty,
  mark: (key: string, form: string, discard: Discard | undefined): void => {
    const forms = new Map(dirty[key]);
    if (discard === undefined ? !forms.delete(form) : forms.get(form) === discard) return;
    if (discard !== undefined) forms.set(form, discard);
    dirty = { ...dirty, [key]: forms };
    tell();
  },
  hold: (key: string, by: string, holds: boolean): void => {
    const holders = held.get(key) ?? new Set();
    held.set(key, holders);
    if (holds) holders.add(by);
    else holders.delete(by);
  },
  /** Throws away what was typed in these tabs. */
  discard: (keys: readonly string[]): void => {
    for (const key of keys) for (const discard of (dirty[key] ?? new Map<string, Discard>()).values()) discard();
    dirty = Object.fromEntries(Object.entries(dirty).filter(([key]) => !keys.includes(key)));
    tell();
  },
  scrollOf: (key: string): number => scrolls.get(key) ?? 0,
  setScroll: (key: string, top: number): void => void scrolls.set(key, top),
  save,
};
