import type { LiveFrame } from '@back-office/contract/calls/live.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LiveClient, openLive } from '../../testing/live-client.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { notifyNodes } from '../../platform/live/notify-nodes.ts';

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

let app: TestApp;
let admin: string;
let person: Session;
let client: LiveClient;
let bystander: LiveClient;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  person = await app.userWith({ 'sys/org': ['read', 'edit'] });
  client = await openLive(app.server, person.token);
  bystander = await openLive(app.server, (await app.userWith({})).token);
});
afterAll(async () => {
  client.socket.terminate();
  bystander.socket.terminate();
  await app.drop();
});

/** The frames 67 that both clients receive while `work` runs. */
async function eventsOf(work: () => Promise<unknown>): Promise<{ client: unknown[]; bystander: unknown[] }> {
  for (const { frames } of [client, bystander]) frames.length = 0;
  await work();
  await notifyNodes(app.database.db, { kind: 'changed', topic: 'msg' });
  const seen = async (socket: LiveClient) => {
    const isLast = ({ data }: LiveFrame) => (data as { topic: string }).topic === 'msg';
    await expect.poll(() => socket.frames.some(isLast)).toBe(true);
    return socket.frames.filter((frame) => !isLast(frame)).map(({ code, data }) => [code, data]);
  };
  return { client: await seen(client), bystander: await seen(bystander) };
}

const functions = [67, { topic: 'functions', within: expect.any(Number) }];
const roleOf = async ({ userId }: Session) =>
  (await app.database.pool.query<{ id: string }>('SELECT target_id AS id FROM sys_user_role WHERE owner_id = $1', [userId])).rows[0]?.id ??
  '';

describe('a frame with code 67', () => {
  it('for the topic functions reaches the holders of a role whose grants changed, once, and nobody else', async () => {
    const events = await eventsOf(async () => {
      const path = `sys/function/save-role-functions?sysRoleId=${await roleOf(person)}`;
      const { data } = await app.call<{ id: string }[]>(admin, 'GET', path.replace('save', 'select'));
      const grants = data.map(({ id }) => ({ id, functionPermission: 'read' }));
      expect((await app.call(admin, 'POST', path, grants)).code).toBe(20000);
    });
    expect(events).toEqual({ client: [functions], bystander: [] });
  });

  it('for the topic functions reaches everyone when the functions themselves change', async () => {
    const events = await eventsOf(async () => {
      const { data } = await app.call<{ items: { id: string }[] }>(admin, 'GET', 'sys/function/select-page?limit=1');
      const { data: record } = await app.call(admin, 'GET', `sys/function/select/${data.items[0]?.id}`);
      expect((await app.call(admin, 'POST', 'sys/function/save', { id: record.id, version: record.version, functionSort: 77 })).code).toBe(
        20000,
      );
    });
    expect(events).toEqual({ client: [functions], bystander: [functions] });
  });

  it('for the topic dict reaches everyone when a dictionary entry changes', async () => {
    const events = await eventsOf(() => app.database.pool.query('UPDATE sys_dict SET dict_sort = dict_sort'));
    const dict = [67, { topic: 'dict', within: expect.any(Number) }];
    expect(events).toEqual({ client: [dict], bystander: [dict] });
  });

  it('is not sent for a refused change', async () => {
    const events = await eventsOf(() => app.call(admin, 'POST', 'sys/function/save', { functionName: '' }));
    expect(events).toEqual({ client: [], bystander: [] });
  });
});

describe('a record open for editing', () => {
  const make = async (name: string) => (await app.call(admin, 'POST', 'sys/org/save', { orgName: name, orgCode: name })).data;
  const watch = (token: string, id: unknown, resource = 'sys/org') => app.call(token, 'POST', 'live/watch', { resource, id });

  it('notifies whoever watches it when someone saves or deletes it, and nobody else', async () => {
    const org = await make('watched');
    expect((await watch(person.token, org.id)).code).toBe(20000);
    const record = [67, { topic: 'record', resource: 'sys/org', ids: [org.id], within: expect.any(Number) }];
    const edit = { id: org.id, version: org.version, orgAddress: '南京路 1 号' };
    expect(await eventsOf(() => app.call(admin, 'POST', 'sys/org/save', edit))).toEqual({ client: [record], bystander: [] });
    expect(await eventsOf(() => app.call(admin, 'DELETE', `sys/org/delete/${org.id}`))).toEqual({ client: [record], bystander: [] });
  });

  it('is answered with the version of a change that was saved just before it was watched', async () => {
    const org = await make('meanwhile');
    const { pool } = app.database;
    await pool.query(`CREATE FUNCTION save_meanwhile() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN UPDATE sys_org SET version = version + 1 WHERE id = NEW.target_id; RETURN NEW; END $$`);
    await pool.query('CREATE TRIGGER meanwhile BEFORE INSERT ON sys_live_watch FOR EACH ROW EXECUTE FUNCTION save_meanwhile()');
    const { data } = await watch(person.token, org.id);
    await pool.query('DROP FUNCTION save_meanwhile CASCADE');
    expect(data).toEqual({ version: Number(org.version) + 1 });
  });

  it.skipIf(hasOneConnection).each([
    ['version of a change', 'UPDATE sys_org SET version = version + 1 WHERE id = $1', { code: 20000, data: { version: 2 } }],
    ['deletion', 'DELETE FROM sys_org WHERE id = $1', { code: 40400 }],
  ])('is answered with the %s that is under way as it is watched and is committed later', async (_what, change, answer) => {
    const org = await make(`underway${answer.code}`);
    const saver = await app.database.pool.connect();
    await saver.query('BEGIN');
    await saver.query(change, [org.id]);
    const watched = watch(person.token, org.id);
    // Ends without the mend too, so that its answer is compared and not waited for.
    await Promise.race([watched, untilWaiting(app.database.pool)]);
    await saver.query('COMMIT');
    saver.release();
    expect(await watched).toMatchObject(answer);
  });

  it('sends nothing once it is no longer watched, nor when another record changes', async () => {
    const [org, second] = [await make('left'), await make('second')];
    await watch(person.token, org.id);
    expect(await eventsOf(() => app.call(admin, 'DELETE', `sys/org/delete/${second.id}`))).toEqual({ client: [], bystander: [] });
    expect((await app.call(person.token, 'DELETE', `live/watch/${org.id}`)).code).toBe(20000);
    expect(await eventsOf(() => app.call(admin, 'DELETE', `sys/org/delete/${org.id}`))).toEqual({ client: [], bystander: [] });
  });

  it('can be watched only by people who may read it', async () => {
    const org = await make('secret');
    const [none, hidden] = [await app.userWith({}), await app.userWith({ 'sys/org': ['read'] }, { dataScope: '本人' })];
    expect((await watch(none.token, org.id)).code).toBe(40300);
    expect((await watch(hidden.token, org.id)).code).toBe(40400);
    const { rowCount } = await app.database.pool.query('SELECT FROM sys_live_watch WHERE target_id = $1', [org.id]);
    expect(rowCount).toBe(0);
    for (const [id, resource] of [
      ['x', 'sys/org'],
      [null, 'sys/org'],
      [org.id, 'sys/session'],
      [org.id, '__proto__'],
    ] as const)
      expect((await watch(person.token, id, resource)).code).toBe(40400);
    expect((await app.call(person.token, 'POST', 'live/watch', [])).code).toBe(40010);
  });

  it('does not notify people who may no longer read it, or whose data scope no longer includes it', async () => {
    const { pool } = app.database;
    for (const loss of [
      `UPDATE sys_role SET data_scope = '本人' WHERE id = $1`,
      `UPDATE sys_role_function SET function_permission = 'edit' WHERE sys_role_id = $1`,
    ]) {
      const [org, watcher] = [await make(`lost${loss.length}`), await app.userWith({ 'sys/org': ['read'] })];
      const socket = await openLive(app.server, watcher.token);
      const change = async (orgAddress: string) => {
        socket.frames.length = 0;
        const { data } = await app.call(admin, 'GET', `sys/org/select/${String(org.id)}`);
        await app.call(admin, 'POST', 'sys/org/save', { id: org.id, version: data.version, orgAddress });
        await notifyNodes(app.database.db, { kind: 'changed', topic: 'msg' });
        await expect.poll(() => socket.frames.some(({ data: told }) => (told as { topic?: string }).topic === 'msg')).toBe(true);
        return socket.frames.filter(({ data: told }) => (told as { topic?: string }).topic === 'record').length;
      };
      await watch(watcher.token, org.id);
      const before = await change('南京路 1 号');
      await pool.query(loss, [await roleOf(watcher)]);
      expect([before, await change('南京路 2 号')]).toEqual([1, 0]);
      socket.socket.terminate();
    }
  });

  it('does not notify people of its deletion if it had left their data scope', async () => {
    const [from, to] = [await make('from'), await make('to')];
    const made = async (userAccount: string) =>
      (await app.call(admin, 'POST', 'sys/user/save', { userAccount, userName: userAccount, sysOrgId: from.id })).data;
    const watcher = await app.userWith({ 'sys/user': ['read'] }, { dataScope: '本机构' });
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [watcher.userId, from.id]);
    const socket = await openLive(app.server, watcher.token);
    const told = async (work: () => Promise<unknown>) => {
      socket.frames.length = 0;
      await work();
      await notifyNodes(app.database.db, { kind: 'changed', topic: 'msg' });
      await expect.poll(() => socket.frames.some(({ data }) => (data as { topic?: string }).topic === 'msg')).toBe(true);
      return socket.frames.filter(({ data }) => (data as { topic?: string }).topic === 'record').length;
    };
    const [moved, stays] = [await made('moved'), await made('stays')];
    for (const { id } of [moved, stays]) expect((await watch(watcher.token, id, 'sys/user')).code).toBe(20000);
    const move = { id: moved.id, version: moved.version, sysOrgId: to.id };
    expect(await told(() => app.call(admin, 'POST', 'sys/user/save', move))).toBe(0);
    expect(await told(() => app.call(admin, 'DELETE', `sys/user/delete/${moved.id}`))).toBe(0);
    expect(await told(() => app.call(admin, 'DELETE', `sys/user/delete/${stays.id}`))).toBe(1);
    socket.socket.terminate();
  });

  it('does not reveal how many others have it open', async () => {
    const org = await make('shared');
    const frames = async () => (await eventsOf(() => app.database.pool.query(`SELECT tell_nodes($1)`, [event]))).client;
    await watch(person.token, org.id);
    const second = await app.userWith({ 'sys/org': ['read'] });
    const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_session WHERE sys_user_id = ANY($1)', [
      [person.userId, second.userId],
    ]);
    const event = JSON.stringify({
      kind: 'changed',
      topic: 'record',
      resource: 'sys/org',
      ids: [org.id],
      sessions: rows.map(({ id }) => id),
    });
    const alone = await frames();
    const socket = await openLive(app.server, second.token);
    expect(await frames()).toEqual(alone);
    socket.socket.terminate();
  });

  it('is no longer watched when the session ends, or beyond a hundred watched records', async () => {
    const watcher = await app.userWith({ 'sys/org': ['read'] });
    const count = async () =>
      (
        await app.database.pool.query<{ count: number }>(
          `SELECT count(*)::integer AS count FROM sys_live_watch w
        JOIN sys_session s ON s.id = w.sys_session_id WHERE s.sys_user_id = $1`,
          [watcher.userId],
        )
      ).rows[0]?.count;
    await app.database.pool.query(
      `INSERT INTO sys_live_watch (target_id, target_resource, sys_session_id)
      SELECT gen_random_uuid(), 'sys/org', id FROM sys_session, generate_series(1, 150) WHERE sys_user_id = $1`,
      [watcher.userId],
    );
    await watch(watcher.token, (await make('last')).id);
    expect(await count()).toBe(100);
    await app.call(watcher.token, 'POST', 'logout');
    expect(await count()).toBe(0);
  });
});
