import type { ChangesAnswer } from '@back-office/contract/calls/changes.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { clearChanges } from './clear-changes.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const ask = (resource: string, query: Record<string, string> = {}) =>
  app.call<ChangesAnswer<AnyRow>>(admin, 'GET', `${resource}/changes?${new URLSearchParams(query).toString()}`);
const told = async (resource: string, since: string): Promise<ChangesAnswer<AnyRow>> => {
  const { code, message, data } = await ask(resource, { since });
  expect(code, message).toBe(20000);
  return data;
};
/** The cursor of a complete copy. */
async function begun(resource: string): Promise<string> {
  const { data } = await ask(resource);
  return data.more ? expect.fail('more than a page') : data.cursor;
}
const query = (text: string) => app.database.pool.query(text);

describe('a cursor', () => {
  it('that no call returned is refused', async () => {
    const cursor = await begun('sys/dict');
    const plain = Buffer.from(cursor, 'base64url').toString();
    const forged = [
      plain.replace(/^1/, '2'),
      `${plain}x`,
      plain.replace(/\.([0-9a-f]+)_/, '.0_'),
      plain.replace(/\.([0-9a-f_]+)\.\.$/, '.ffffffffffffffff_0..'),
      plain.replace(/\.([0-9a-f_]+)\.\.$/, '.5_1_3_2..'),
      plain.replace(/\.\.$/, `..${randomUUID()}`),
      plain.replace(/\.([0-9a-f_]+)\.\.$/, '...'),
    ].map((text) => Buffer.from(text).toString('base64url'));
    for (const since of ['', 'x', "'; --", '\u0000', '变更', 'a'.repeat(7000), ...forged])
      expect(await ask('sys/dict', { since }), since.slice(0, 80)).toMatchObject({
        code: 40000,
        message: 'since 应为上一次调用得到的 cursor，原样填写；第一次调用不带 since',
      });
    expect((await ask('sys/dict', { limit: '0' })).code).toBe(40000);
    expect((await ask('sys/dict', { limit: '1001' })).code).toBe(40000);
  });

  it('makes its copy start over if its transaction does not exist yet, or is older than the changes that are kept', async () => {
    const cursor = await begun('sys/dict');
    const plain = Buffer.from(cursor, 'base64url').toString();
    const later = Buffer.from(plain.replace(/\.([0-9a-f_]+)\.\.$/, '.fffffff_0..')).toString('base64url');
    expect((await ask('sys/dict', { since: later })).code).toBe(40900);
    const record = { dictLabel: '甲', dictValue: randomUUID().slice(0, 8), dictValueType: 'String' };
    expect((await app.call(admin, 'POST', 'sys/dict/save', record)).code).toBe(20000);
    await query(`UPDATE sys_change SET change_time = now() - interval '8 days'`);
    const job = clearChanges(app.database.db);
    const clear = () => job.run({ signal: new AbortController().signal } as Parameters<typeof job.run>[0]);
    await clear();
    expect((await query('SELECT FROM sys_change')).rows).toEqual([]);
    expect((await ask('sys/dict', { since: cursor })).code).toBe(40900);
    // The deleted changes are recent here, and older transactions of other tests may still run on the server: a copy can begin only after they end.
    const isPast = 'SELECT max(cleared) < pg_snapshot_xmin(pg_current_snapshot()) AS past FROM sys_change_start';
    await expect.poll(async () => (await query(isPast)).rows).toEqual([{ past: true }]);
    const again = await begun('sys/dict');
    expect((await told('sys/dict', again)).items).toEqual([]);
    // Transaction ids of another database, as a dump restores them.
    await query(`UPDATE sys_change_start SET begun = '9000000000'`);
    expect((await ask('sys/dict', { since: again })).code).toBe(40900);
    await clear();
    expect((await told('sys/dict', await begun('sys/dict'))).items).toEqual([]);
    // Of a database with more transactions, whose beginning this one is past.
    await query(`UPDATE sys_change_start SET cleared = '9000000000'`);
    expect((await ask('sys/dict', { since: await begun('sys/dict') })).code).toBe(40900);
    await clear();
    expect((await told('sys/dict', await begun('sys/dict'))).items).toEqual([]);
  });

  it('does not have its copy start over again and again because lines count the transactions of another database', async () => {
    const { data } = await app.call<AnyRow>(admin, 'POST', 'sys/org/save', { orgName: '家', orgCode: 'home1', parentId: null });
    const person = await app.userWith({ 'sys/dept': ['read'] }, { dataScope: '本机构及下级' });
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [person.userId, data.id]);
    // As a dump restores them, of a database with more transactions.
    await query(`UPDATE sys_change SET xid = (xid::text::bigint + 9000000000)::text::xid8`);
    const copy = async (since?: string) =>
      app.call<ChangesAnswer<AnyRow>>(person.token, 'GET', `sys/dept/changes${since === undefined ? '' : `?since=${since}`}`);
    expect((await copy((await copy()).data.cursor)).code).toBe(40900);
    const job = clearChanges(app.database.db);
    await job.run({ signal: new AbortController().signal } as Parameters<typeof job.run>[0]);
    expect((await copy((await copy()).data.cursor)).code).toBe(20000);
  });

  it('makes its copy start over after its table was truncated', async () => {
    const cursor = await begun('sys/sms-template');
    await query('TRUNCATE sys_sms_template');
    expect((await ask('sys/sms-template', { since: cursor })).code).toBe(40900);
  });
});
