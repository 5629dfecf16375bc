import { matchRoute } from '../routing/match-route.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { isForm, isPinned, partsOf, tabKey, tabOf, type Tab } from './tab.ts';

/** The open tabs, and which was shown last. */
export interface TabList {
  tabs: readonly Tab[];
  active: string | undefined;
  /** Keys of the tabs whose pages are mounted, the most recently shown first; a restored tab has no page until it is shown. */
  shown: readonly string[];
  /** Incremented by each refresh, which remounts the page. */
  rounds: Readonly<Record<string, number>>;
  /** The last processed navigation. */
  at: string | undefined;
}

/** A navigation that has arrived. */
export interface Arrival {
  /** Unique to each navigation. */
  at: string;
  fullPath: string;
  /** The key of the tab that this address replaces. */
  replaces?: string | undefined;
  /** Back and forward go to exactly that address. */
  back: boolean;
}

export const noTabs: TabList = { tabs: [], active: undefined, shown: [], rounds: {}, at: undefined };

/** Maximum numbers of open tabs and of mounted pages. */
export const tabLimits = { tabs: 40, pages: 12 };

export const keyOf = ({ fullPath }: Tab): string => tabKey(fullPath);

/** The tabs after a navigation to a page; the same list if it was processed before. */
export function afterNavigation(
  list: TabList,
  routes: readonly RouteRecord[],
  arrival: Arrival,
  mustKeep: (key: string) => boolean,
): TabList {
  if (list.at === arrival.at) return list;
  const { fullPath, replaces } = arrival;
  const match = matchRoute(routes, partsOf(fullPath).pathname);
  if (match.kind !== 'page') return list;
  const key = tabKey(fullPath);
  const known = list.tabs.find((tab) => keyOf(tab) === key);
  const tab: Tab =
    known === undefined
      ? tabOf(match, fullPath)
      : { ...known, fullPath: resumes(list, known, arrival, mustKeep(key)) ? known.fullPath : fullPath };
  const left = replaces === undefined || replaces === key ? list : without(list, [replaces]);
  const place = list.tabs.findIndex((other) => keyOf(other) === replaces);
  const tabs =
    known !== undefined
      ? left.tabs.map((other) => (keyOf(other) === key ? tab : other))
      : place < 0
        ? [...left.tabs, tab]
        : [...left.tabs.slice(0, place), tab, ...left.tabs.slice(place)];
  const next = { ...left, tabs, active: key, at: arrival.at, shown: [key, ...left.shown.filter((other) => other !== key)] };
  return evictPages(next, mustKeep);
}

/** The list while no tab is shown, as on an error page; going back from there counts as a new arrival, even by the last processed navigation. */
export const withoutActive = (list: TabList): TabList => (list.active === undefined ? list : { ...list, active: undefined, at: undefined });

/**
 * Whether a navigation from elsewhere to an address without a query shows the tab as it was left, filters included. A form only while it has unsaved
 * input: a request to read a record must not show a form emptied by a reload.
 */
const resumes = ({ active }: TabList, tab: Tab, { fullPath, replaces, back }: Arrival, mustKeep: boolean): boolean =>
  !back &&
  active !== keyOf(tab) &&
  replaces !== keyOf(tab) &&
  !/[?#]/.test(fullPath) &&
  tab.fullPath !== fullPath &&
  (mustKeep || !isForm(tab.fullPath));

/** The list without these tabs, except pinned ones. */
export function without(list: TabList, keys: readonly string[]): TabList {
  const removed = new Set(
    list.tabs
      .filter((tab) => !isPinned(tab))
      .map(keyOf)
      .filter((key) => keys.includes(key)),
  );
  if (removed.size === 0) return list;
  return { ...list, tabs: list.tabs.filter((tab) => !removed.has(keyOf(tab))), shown: list.shown.filter((key) => !removed.has(key)) };
}

/**
 * Unmounts pages that must not be cached, and the least recently shown ones if there are too many; if there are too many tabs, closes whole tabs.
 * Never one with unsaved input, a pinned one or the active one.
 */
function evictPages(list: TabList, mustKeep: (key: string) => boolean): TabList {
  const free = (key: string): boolean => key !== list.active && !mustKeep(key);
  const noCache = new Set(list.tabs.filter(({ meta }) => meta.noCache === true).map(keyOf));
  const cached = list.shown.filter((key) => !(noCache.has(key) && free(key)));
  const oldest = cached
    .toReversed()
    .filter(free)
    .slice(0, Math.max(0, cached.length - tabLimits.pages));
  const kept = { ...list, shown: cached.filter((key) => !oldest.includes(key)) };
  const unmounted = kept.tabs.map(keyOf).filter((key) => !kept.shown.includes(key));
  const closable = [...unmounted, ...kept.shown.toReversed()].filter(
    (key) => free(key) && kept.tabs.some((tab) => keyOf(tab) === key && !isPinned(tab)),
  );
  return without(kept, closable.slice(0, Math.max(0, kept.tabs.length - tabLimits.tabs)));
}

/**
 * Adapts the list to the person's routes: pinned pages first, without pages that they no longer have, unless more routes are still loading
 * (`isWhole`). Returns the same list if nothing changes.
 */
export function adaptToRoutes(list: TabList, routes: readonly RouteRecord[], isWhole = true): TabList {
  const allowed = list.tabs.flatMap((tab) => {
    const match = matchRoute(routes, tab.path);
    if (match.kind !== 'page') return isWhole ? [] : [tab];
    const { name, meta } = match.record;
    return [tab.meta === meta ? tab : { ...tab, name, meta }];
  });
  const missing = alwaysOpen(routes).filter(({ path }) => !allowed.some((tab) => tab.path === path));
  const added = missing.map((record) => tabOf({ record, trail: [record] }, record.path));
  const tabs = [...added, ...allowed].toSorted((one, other) => rank(other) - rank(one));
  if (tabs.length === list.tabs.length && tabs.every((tab, at) => tab === list.tabs[at])) return list;
  return { ...list, tabs, shown: list.shown.filter((key) => tabs.some((tab) => keyOf(tab) === key)) };
}

const alwaysOpen = (routes: readonly RouteRecord[]): RouteRecord[] =>
  routes.flatMap((record) => [
    ...(record.meta.affix === true && record.component !== undefined ? [record] : []),
    ...alwaysOpen(record.children ?? []),
  ]);

/** Pages that are always open are first, then those that the person pinned. */
const rank = (tab: Tab): number => (tab.meta.affix === true ? 2 : Number(isPinned(tab)));

/** Pins or unpins a tab; it becomes the last of the pinned ones, or the first of the others. */
export function setPinned(list: TabList, key: string, pinned: boolean): TabList {
  const tab = list.tabs.find((other) => keyOf(other) === key);
  if (tab === undefined || tab.meta.affix === true || isPinned(tab) === pinned) return list;
  const others = list.tabs.filter((other) => other !== tab);
  const place = others.filter((other) => isPinned(other)).length;
  return { ...list, tabs: others.toSpliced(place, 0, { ...tab, pinned }) };
}

/** Moves a tab to the place of another of its kind; tabs of pages that are always open cannot be moved. */
export function moved(list: TabList, key: string, to: string): TabList {
  const from = list.tabs.findIndex((tab) => keyOf(tab) === key);
  const place = list.tabs.findIndex((tab) => keyOf(tab) === to);
  const [tab, other] = [list.tabs[from], list.tabs[place]];
  if (tab === undefined || other === undefined || tab === other || tab.meta.affix === true || rank(tab) !== rank(other)) return list;
  return { ...list, tabs: list.tabs.toSpliced(from, 1).toSpliced(place, 0, tab) };
}

/** Remounts the pages of these tabs when they are next shown. */
export const remounted = (list: TabList, keys: readonly string[]): TabList => ({
  ...list,
  rounds: { ...list.rounds, ...Object.fromEntries(keys.map((key) => [key, (list.rounds[key] ?? 0) + 1])) },
  shown: list.shown.filter((key) => key === list.active || !keys.includes(key)),
});

/** Where to go when the tab is closed: its neighbour to the right, or to the left. */
export function neighbour(list: TabList, key: string | undefined, gone: readonly string[]): Tab | undefined {
  const place = list.tabs.findIndex((tab) => keyOf(tab) === key);
  const stays = (tab: Tab): boolean => isPinned(tab) || !gone.includes(keyOf(tab));
  return list.tabs.slice(place + 1).find(stays) ?? list.tabs.slice(0, Math.max(place, 0)).findLast(stays);
}

/** Changes the address of a hidden tab: within its key, or to that of the record that it has become. */
export function withAddress(list: TabList, routes: readonly RouteRecord[], key: string, fullPath: string): TabList {
  const to = tabKey(fullPath);
  if (to === key) return { ...list, tabs: list.tabs.map((tab) => (keyOf(tab) === key ? { ...tab, fullPath } : tab)) };
  const match = matchRoute(routes, partsOf(fullPath).pathname);
  if (match.kind !== 'page' || list.tabs.some((tab) => keyOf(tab) === to)) return without(list, [key]);
  const tabs = list.tabs.map((tab) => (keyOf(tab) === key ? tabOf(match, fullPath) : tab));
  return { ...list, tabs, shown: list.shown.filter((other) => other !== key) };
}
