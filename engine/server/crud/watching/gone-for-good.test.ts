import type { ChangedData } from '@back-office/contract/calls/live.ts';
import { afterAll, expect, it } from 'vitest';
import { openSheetApp, orgRow, Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import { notifyNodes } from '../../platform/live/notify-nodes.ts';
import { type LiveClient, openLive } from '../../testing/live-client.ts';

const { app, admin, rowsOf, saved } = await openSheetApp();
const { pool, db } = app.database;
const [home, other] = [await saved('sys/org', orgRow()), await saved('sys/org', orgRow())];
const watcher = await app.userWith({ 'sys/user': ['read'] }, { dataScope: '本机构' });
await pool.query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [watcher.userId, home.id]);
const live = await openLive(app.server, watcher.token);
afterAll(() => live.socket.terminate());

/** Makes the limited person watch these records, as if they had seen them once. */
const watch = (ids: readonly string[]) =>
  pool.query(
    `INSERT INTO sys_live_watch (target_id, target_resource, sys_session_id)
    SELECT target, 'sys/user', s.id FROM sys_session s, unnest($2::uuid[]) AS target WHERE s.sys_user_id = $1`,
    [watcher.userId, ids],
  );

/** The ids of records that they are notified of while `work` runs. */
async function heardOf({ frames }: LiveClient, work: () => Promise<unknown>): Promise<(string | undefined)[]> {
  frames.length = 0;
  await work();
  await notifyNodes(db, { kind: 'changed', topic: 'msg' });
  const told = () => frames.map(({ data }) => data as ChangedData);
  await expect.poll(() => told().some(({ topic }) => topic === 'msg')).toBe(true);
  return told().flatMap(({ topic, ids = [] }) => (topic === 'record' ? ids : []));
}

it('people watching imported records are notified of the undo for those in their data scope, and of no others', async () => {
  const rows = [home, other].map(({ orgCode }) => userRow({ sysOrgId: orgCode }));
  const sheet = await Sheet.of(app, admin, 'sys/user', rows);
  expect((await sheet.save()).code).toBe(20000);
  const [near, far] = await Promise.all(
    rows.map(async ({ userAccount }) => (await rowsOf('sys/user', 'userAccount', String(userAccount)))[0]),
  );
  await watch([near?.id ?? '', far?.id ?? '']);
  expect(await heardOf(live, async () => expect((await sheet.undo()).data).toEqual({ undone: 2 }))).toEqual([near?.id]);
});

it('people watching deleted records are notified in the same way even if the recycle bin is emptied first', async () => {
  const [near, far] = await Promise.all([home, other].map(({ id }) => saved('sys/user', userRow({ sysOrgId: id }))));
  await watch([near?.id ?? '', far?.id ?? '']);
  // As the call that empties the bin does, before the nodes learn of the delete.
  await pool.query(`CREATE FUNCTION empty_bin() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM sys_recycle; RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER empty_bin AFTER INSERT ON sys_recycle DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION empty_bin()`);
  const path = `sys/user/delete-ids/${near?.id},${far?.id}`;
  expect(await heardOf(live, async () => expect((await app.call(admin, 'DELETE', path)).code).toBe(20000))).toEqual([near?.id]);
  expect((await pool.query('SELECT FROM sys_recycle')).rowCount).toBe(0);
  await pool.query('DROP FUNCTION empty_bin() CASCADE');
});
