import { user } from '@back-office/sys/users/user.ts';
import { logOpt } from '@back-office/sys/logs/log-opt.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readListState } from './list-state.ts';
import {
  activeView,
  effectiveAddress,
  readViews,
  explicitAddress,
  shows,
  toKeep,
  viewAddress,
  viewLimits,
  viewsToKeep,
  withView,
  type SavedViews,
} from './saved-views.ts';

const address = (text: string) => new URLSearchParams(text);
const state = (text: string) => readListState(user, address(text));
const view = { id: '1', name: '停用的', query: 'eq=userStatus:停用&columns=userName' };
const saved: SavedViews = { views: [view], usual: undefined };
const withUsual: SavedViews = { views: [view], usual: '1' };

test('views are restored as they were saved, without unreadable ones', () => {
  expect(readViews(JSON.parse(JSON.stringify(viewsToKeep(withUsual))))).toEqual(withUsual);
  expect(viewsToKeep({ views: [], usual: undefined })).toBeUndefined();
  for (const kept of [undefined, null, 1, [], { views: 1 }, { views: [null, {}, { id: 1 }, { id: 'x', name: '', query: '' }], usual: 'x' }])
    expect(readViews(kept)).toEqual({ views: [], usual: undefined });
  expect(readViews({ views: Array.from({ length: 99 }, () => view) }).views).toHaveLength(viewLimits.count);
});

describe('a saved view', () => {
  test('matches what the list shows, on any page and with its filters in any order', () => {
    const { query } = toKeep(state('like=userName:a&eq=userStatus:停用&index=3&limit=50'), ['userName']);
    expect(address(query).get('index')).toBeNull();
    const found = { ...view, query };
    expect(shows(user, found, state('eq=userStatus:停用&like=userName:a&limit=50&index=9'), ['userName'])).toBe(true);
    expect(shows(user, found, state('eq=userStatus:停用&like=userName:a&limit=50'), ['userPhone'])).toBe(false);
    expect(shows(user, found, state('eq=userStatus:停用&like=userName:a'), ['userName'])).toBe(false);
    expect(shows(user, found, state('like=userName:a&limit=50'), ['userName'])).toBe(false);
  });

  test('is active in any sort order, and of two equal views the one named in the address is', () => {
    const twin = { ...view, id: '2', name: '又一个' };
    const two: SavedViews = { views: [view, twin], usual: undefined };
    const within = state('eq=userStatus:停用&sort=userName:asc&index=2');
    expect(activeView(user, two, within, ['userName'], null)).toBe(view);
    expect(activeView(user, two, within, ['userName'], '2')).toBe(twin);
    expect(activeView(user, two, state('eq=userStatus:正常'), ['userName'], '2')).toBeUndefined();
    expect(viewAddress(twin).get('view')).toBe('2');
  });

  test.each([
    ['2026-03-04', '2026-03-09'],
    ['2026-02-26', '2026-03-03'],
  ])('that was saved with a span since %s shows one since %s five days later', (from, later) => {
    vi.useFakeTimers({ now: new Date(2026, 2, 4, 9, 30) });
    onTestFinished(() => void vi.useRealTimers());
    const since = (day: string) => readListState(logOpt, address(`ge=optTime:${day} 00:00:00&eq=optStatus:失败`));
    const kept = { ...view, ...toKeep(since(from), ['optTime']) };
    // Read by windows of an older version.
    expect(address(kept.query).get('ge')).toBe(`optTime:${from} 00:00:00`);
    const views: SavedViews = { views: [kept], usual: '1' };
    expect(viewAddress(kept).get('ge')).toBe(`optTime:${from} 00:00:00`);
    expect(shows(logOpt, kept, since(from), ['optTime'])).toBe(true);
    vi.setSystemTime(new Date(2026, 2, 9, 9, 30));
    expect(effectiveAddress(address(''), readViews(viewsToKeep(readViews(viewsToKeep(views))))).get('ge')).toBe(
      `optTime:${later} 00:00:00`,
    );
    expect(activeView(logOpt, views, since(later), ['optTime'], null)).toBe(kept);
    expect(activeView(logOpt, views, since(from), ['optTime'], '1')).toBeUndefined();
  });

  test('that was saved with a day, or a period with an end, keeps it', () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 4, 9, 30) });
    onTestFinished(() => void vi.useRealTimers());
    const queries = ['ge=optTime:2026-03-01 00:00:00', 'ge=optTime:2026-03-04 00:00:00&le=optTime:2026-03-04 12:00:00'];
    for (const query of queries)
      expect(viewAddress({ ...view, ...toKeep(readListState(logOpt, address(query)), ['optTime']) }).get('ge')).toBe(
        address(query).get('ge'),
      );
  });

  test('replaces the view of the same name and keeps its place', () => {
    const two = withView(saved, { id: '2', name: '正常的', query: 'a' }, true);
    expect(two.usual).toBe('2');
    expect(two.views.map(({ id }) => id)).toEqual(['1', '2']);
    const again = withView(two, { id: '3', name: '停用的', query: 'b' }, false);
    expect(again).toEqual({ views: [{ id: '1', name: '停用的', query: 'b' }, two.views[1]], usual: '2' });
    expect(withView(withUsual, { ...view, id: '9' }, false).usual).toBeUndefined();
  });
});

describe('the view that a list opens with', () => {
  test('is the default one if the address says nothing about the list', () => {
    expect(effectiveAddress(address('tab=1'), withUsual).toString()).toBe(address(`tab=1&${view.query}&view=1`).toString());
    for (const said of ['index=1', 'view=all', 'columns=userName', 'like=userName:a'])
      expect(effectiveAddress(address(said), withUsual).toString()).toBe(address(said).toString());
    expect(effectiveAddress(address(''), saved).toString()).toBe('');
  });

  test('can be given by its id alone; anything else in the address takes precedence', () => {
    expect(effectiveAddress(address('view=1'), saved).toString()).toBe(address(`${view.query}&view=1`).toString());
    expect(effectiveAddress(address('view=gone'), withUsual).toString()).toBe('view=gone');
    expect(effectiveAddress(address('view=1&eq=userStatus:正常'), saved).get('eq')).toBe('userStatus:正常');
  });

  test('does not return when the last filter is removed', () => {
    const all = explicitAddress(address(''), withUsual);
    expect(effectiveAddress(all, withUsual).toString()).toBe(all.toString());
    expect(state(all.toString())).toEqual(state(''));
    expect(explicitAddress(address(''), saved).toString()).toBe('');
    expect(explicitAddress(address('sort=userName:asc'), withUsual).toString()).toBe('sort=userName%3Aasc');
  });
});
