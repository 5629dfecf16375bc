import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NodeReport } from '@back-office/server/platform/metrics/node-report.ts';
import type { StatusAnswer, StatusItem } from '../status.ts';
import { type Holder, holderItem } from './look-at-horizon.ts';
import { lookAtNodes, type NodeRow } from './look-at-nodes.ts';
import { awaitedItem } from './look-at-replication.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

/** A section of the status from a node's first request, so that no cached answer is used. */
async function itemsOf(section: string): Promise<readonly StatusItem[]> {
  const { data } = await app.call<StatusAnswer>(admin, 'GET', 'sys/status/select-status');
  return data.sections.find(({ name }) => name === section)?.items ?? [];
}

it('names the slowest statements, as nodes report them, without values', async () => {
  await app.call(admin, 'GET', 'sys/user/select-page?like=userName:secret-word');
  await app.server.node.write();
  const slow = (await itemsOf('database')).find(({ name }) => name === 'slow');
  expect(slow).toMatchObject({ title: '最慢的语句（本系统，近两小时）', value: expect.stringMatching(/平均 \d+ ms，\d+ 次：/) as string });
  expect(slow?.value).not.toContain('secret-word');
});

describe('what holds back a vacuum', () => {
  const holder: Holder = { kind: 'session', name: '42', more: 'psql idle in transaction', age: 3, seconds: 5, isActive: true };
  it.each<[Partial<Holder>, string, string]>([
    [{ seconds: 30 }, 'ok', ''],
    [{ seconds: 700 }, 'warn', 'pg_terminate_backend(42)'],
    [{ seconds: 4000 }, 'bad', 'pg_terminate_backend(42)'],
    [{ kind: 'prepared', name: 'gid-1', seconds: 4000 }, 'bad', "ROLLBACK PREPARED 'gid-1'"],
    [{ kind: 'slot', name: 'left', seconds: null, isActive: false }, 'warn', "pg_drop_replication_slot('left')"],
    [{ kind: 'slot', name: 'left', seconds: null, isActive: false, age: 2e7 }, 'bad', "pg_drop_replication_slot('left')"],
    [{ kind: 'feedback', name: 'two', seconds: null, age: 2e5 }, 'warn', 'hot_standby_feedback'],
    [{ kind: 'feedback', name: 'two', seconds: null, age: 2 }, 'ok', ''],
  ])('%o is rated %s', (given, level, cure) => {
    const item = holderItem({ ...holder, ...given });
    expect([item.level, item.cure ?? '']).toEqual([level, expect.stringContaining(cure)]);
  });

  it.runIf(process.env['TEST_DATABASE_URL'])('is found: a session that has left its transaction open', async () => {
    const client = new pg.Client({ ...app.database.pool.options, application_name: 'forgetful' });
    await client.connect();
    const other = await openTestApp({ database: app.database });
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
      const { data } = await other.call<StatusAnswer>(admin, 'GET', 'sys/status/select-status');
      const found = data.sections.flatMap(({ items }) => items).find(({ name }) => name === 'horizon session');
      expect(found).toMatchObject({ level: 'ok', value: expect.stringMatching(/^会话 \d+（forgetful .*idle in transaction）/) as string });
    } finally {
      await client.end();
      await other.server.close();
    }
  });
});

it.each([
  ['*', 1, 'ok'],
  ['*', 0, 'bad'],
  ['FIRST 2 (a, b, c)', 1, 'bad'],
  ['ANY 1 (a, b)', 1, 'ok'],
  ['2 (a, b)', 2, 'ok'],
  ['a, b', null, 'info'],
] as const)('synchronous_standby_names = %s with %s of them connected is rated %s', (awaited, present, level) => {
  expect(awaitedItem(awaited, present).level).toBe(level);
});

it('rates a node’s limited resources: sockets, memory and heap', () => {
  const gib = 1024 ** 3;
  const more = { connections: 100, memory: { total: 8 * gib, free: 4 * gib }, heap: { used: 1, most: 4 }, slow: [] };
  const report = {
    version: '1',
    runtime: 'v26',
    memory: gib,
    loopDelay: 0,
    sockets: 5,
    pool: { used: 1, waiting: 0, most: 10 },
    clockAhead: 0,
    files: 'folder',
  };
  const level = (given: object, sockets = 5): string | undefined => {
    const node: NodeRow = {
      nodeName: 'n',
      startTime: '',
      silent: 0,
      report: { ...report, sockets, more: { ...more, ...given } } as NodeReport,
    };
    return lookAtNodes([node])[0]?.level;
  };
  expect([level({}), level({}, 85), level({}, 99)]).toEqual(['ok', 'warn', 'bad']);
  expect([level({ memory: { total: 100, free: 8 } }), level({ memory: { total: 100, free: 4 } })]).toEqual(['warn', 'bad']);
  expect(level({ heap: { used: 9, most: 10 } })).toBe('warn');
});
