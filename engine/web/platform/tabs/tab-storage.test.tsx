import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { signInAs } from '../../testing/sign-in-as.ts';
import type { Tab } from './tab.ts';
import { restoreTabs } from './tab-storage.ts';
import { tabsStore } from './tabs-store.ts';

const routes: RouteRecord[] = ['/user', '/role', '/org'].map((path) => ({ path, name: path, component: path, meta: { title: path } }));
const pinnedOf = (path: string): Tab => ({ path, fullPath: path, name: path, title: path, meta: { title: path }, pinned: true });

let person = '';
beforeEach(() => {
  sessionStorage.clear();
  person = signInAs({ routes });
});

let arrivals = 0;
const goTo = (fullPath: string): void =>
  tabsStore.apply(tabsStore.computeNext(routes, { at: `arrival-${(arrivals += 1)}`, fullPath, back: false }));
/** What another window of the person does to the storage that all windows share. */
const elsewhere = (...paths: string[]): void => localStorage.setItem(`pinned-tabs ${person}`, JSON.stringify(paths.map(pinnedOf)));
/** The tabs with which the person's next session begins. */
function nextSession(): string[] {
  sessionStorage.clear();
  return restoreTabs(person).tabs.map(({ fullPath }) => fullPath);
}

describe('a tab that the person pins', () => {
  test('outlasts the session, as it was last shown', () => {
    goTo('/user');
    tabsStore.pin('/user', true);
    goTo('/user?sort=name');
    expect(nextSession()).toEqual(['/user?sort=name']);
  });

  test('stays pinned when another window, opened before, is used and closed', () => {
    goTo('/user');
    elsewhere('/role');
    goTo('/org');
    tabsStore.save();
    expect(nextSession()).toEqual(['/role']);
  });

  test('is pinned beside those of other windows', () => {
    goTo('/user');
    elsewhere('/role');
    tabsStore.pin('/user', true);
    expect(nextSession().toSorted()).toEqual(['/role', '/user']);
  });

  test('stays unpinned once another window has unpinned it', () => {
    for (const path of ['/user', '/role']) {
      goTo(path);
      tabsStore.pin(path, true);
    }
    elsewhere('/role');
    goTo('/user?sort=name');
    tabsStore.save();
    expect(nextSession()).toEqual(['/role']);
    tabsStore.pin('/role', false);
    expect(nextSession()).toEqual([]);
  });

  test('keeps the place to which another window moved it', () => {
    for (const path of ['/user', '/role']) {
      goTo(path);
      tabsStore.pin(path, true);
    }
    elsewhere('/role', '/user');
    goTo('/role?sort=name');
    expect(nextSession()).toEqual(['/role?sort=name', '/user']);
    tabsStore.move('/role', '/user');
    tabsStore.move('/user', '/role');
    expect(nextSession()).toEqual(['/user', '/role?sort=name']);
  });
});

test('the open tabs of this window are stored although the storage that all windows share is full', () => {
  onTestFinished(() => localStorage.clear());
  for (let size = 5 * 1024 * 1024; size >= 1; size = Math.floor(size / 2)) fill(size);
  goTo('/user');
  tabsStore.pin('/user', true);
  expect(restoreTabs(person).tabs.map(({ fullPath }) => fullPath)).toEqual(['/user']);
});

/** Takes that many characters of the shared storage, if they are free. */
function fill(size: number): void {
  try {
    localStorage.setItem(`filler ${size}`, 'x'.repeat(size));
  } catch {
    // Less is free: the next, smaller size fits.
  }
}
