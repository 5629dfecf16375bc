import type { ChangedData } from '@back-office/contract/calls/live.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { at, dataScopes } from '@back-office/app/testing/server/random-staff.ts';
import { openSheetApp, orgRow, Sheet } from '@back-office/app/testing/server/sheet.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { notifyNodes } from '../../platform/live/notify-nodes.ts';
import { type LiveClient, openLive } from '../../testing/live-client.ts';

const { app, admin, rowsOf, saved } = await openSheetApp();
const { pool, db } = app.database;
const staff = new Staff(app);

/** Somebody with this scope, their live client, and the organisations that they see. */
interface Watcher {
  readonly dataScope: string;
  readonly seen: ReadonlySet<string>;
  readonly live: LiveClient;
}

/** Makes a person of `home` with this scope, as if they had every one of these organisations open. */
async function watcherOf(home: string, dataScope: string, orgs: readonly string[], prepare?: (userId: string) => Promise<unknown>) {
  const role = await staff.role({ dataScope, grants: { 'sys/org': ['read'] }, orgs: [home] });
  const { userId, token } = await staff.signedIn(home, [role]);
  await prepare?.(userId);
  const { data } = await app.call<{ items: AnyRow[] }>(token, 'GET', 'sys/org/select-page?limit=1000');
  await pool.query(
    `INSERT INTO sys_live_watch (target_id, target_resource, sys_session_id)
      SELECT target, 'sys/org', s.id FROM sys_session s, unnest($2::uuid[]) AS target WHERE s.sys_user_id = $1`,
    [userId, orgs],
  );
  const watcher: Watcher = { dataScope, seen: new Set(data.items.map(({ id }) => id)), live: await openLive(app.server, token) };
  return watcher;
}

/** Who is notified of which organisations while `work` runs, as a list of scopes and ids. */
async function notified(watchers: readonly Watcher[], work: () => Promise<unknown>): Promise<string[]> {
  for (const { live } of watchers) live.frames.length = 0;
  await work();
  await notifyNodes(db, { kind: 'changed', topic: 'msg' });
  const told = ({ live: { frames } }: Watcher) => frames.map(({ data }) => data as ChangedData);
  await expect.poll(() => watchers.every((one) => told(one).some(({ topic }) => topic === 'msg'))).toBe(true);
  return watchers
    .flatMap((one) => told(one).flatMap(({ topic, ids = [] }) => (topic === 'record' ? ids.map((id) => `${one.dataScope} ${id}`) : [])))
    .toSorted();
}

const whoSaw = (watchers: readonly Watcher[], ids: readonly string[]) =>
  watchers.flatMap(({ dataScope, seen }) => ids.filter((id) => seen.has(id)).map((id) => `${dataScope} ${id}`)).toSorted();

const size = 6;
const plan = fc.record({
  parents: fc.array(fc.option(at(size)), { minLength: size, maxLength: size }),
  home: at(size),
  own: fc.subarray([...Array(size).keys()]),
  gone: fc.subarray([...Array(size).keys()], { minLength: 1 }),
});

it('people who have organisations open are notified of their deletion if their data scope, whichever it is, included them', async () => {
  const told = new Set<string>();
  await fc.assert(
    fc.asyncProperty(plan, async ({ parents, home, own, gone }) => {
      const orgs: string[] = [];
      for (const [place, parent] of parents.entries())
        orgs.push(await staff.org(parent === null || parent >= place ? null : (orgs[parent] ?? null)));
      const some = (places: readonly number[]) => places.map((place) => orgs[place] ?? '');
      const watchers: Watcher[] = [];
      for (const dataScope of dataScopes)
        watchers.push(
          await watcherOf(orgs[home] ?? '', dataScope, orgs, (userId) =>
            pool.query('UPDATE sys_org SET create_user = $1 WHERE $2 AND id = ANY($3)', [userId, dataScope === '本人', some(own)]),
          ),
        );
      try {
        let code = 0;
        const heard = await notified(watchers, async () => {
          ({ code } = await app.call(admin, 'DELETE', `sys/org/delete-ids/${some(gone).join(',')}`));
        });
        expect(heard).toEqual(code === 20000 ? whoSaw(watchers, some(gone)) : []);
        for (const one of heard) told.add(one.split(' ')[0] ?? '');
      } finally {
        for (const { live } of watchers) live.socket.terminate();
      }
    }),
    {
      numRuns: 8,
      examples: [
        [{ parents: [null, 0, 1, 2, 1, null], home: 1, own: [3, 5], gone: [2, 3] }],
        [{ parents: [null, 0, 1, 2, 1, null], home: 1, own: [], gone: [4, 5] }],
      ],
    },
  );
  // One’s own organisation, and one that a role lists, cannot be deleted.
  expect([...told].toSorted()).toEqual(['全部', '本人', '本机构及下级']);
}, 60_000);

it('people who have organisations of an undone import open are notified in the same way', async () => {
  const [home, other] = [await saved('sys/org', orgRow()), await saved('sys/org', orgRow())];
  const [top, bottom, far] = [
    orgRow({ orgCode: 'undone-top', parentId: home['orgCode'] }),
    orgRow({ orgCode: 'undone-bottom', parentId: 'undone-top' }),
    orgRow({ orgCode: 'undone-far', parentId: other['orgCode'] }),
  ];
  const sheet = await Sheet.of(app, admin, 'sys/org', [top, bottom, far]);
  expect((await sheet.save()).code).toBe(20000);
  const ids = (await rowsOf('sys/org', 'orgCode', 'undone')).map(({ id }) => id);
  const watchers = [];
  for (const dataScope of dataScopes) watchers.push(await watcherOf(home.id, dataScope, ids));
  const heard = await notified(watchers, async () => expect((await sheet.undo()).data).toEqual({ undone: 3 }));
  for (const { live } of watchers) live.socket.terminate();
  expect(heard).toEqual(whoSaw(watchers, ids));
  expect(heard).toHaveLength(5);
});
