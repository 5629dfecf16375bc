import { randomUUID } from 'node:crypto';
import { standardPermissions } from '@back-office/contract/resource/permission.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayCall } from '@back-office/server/platform/http/right.ts';
import { readRightsTable, type TableRow } from '../rights-table.ts';
import type { Session, TestApp } from '../test-app.ts';
import type { Suite } from './suite.ts';

/*
 * Every route × everyone who may call it, against the reviewed table (docs/hardening.md B02). Holders of a single
 * permission word on one resource are checked through the server's own decision, for every route; real calls are made by
 * people who hold a word everywhere, everything on the route's resource and nothing else, and everything else, so that
 * neither a missing nor an excessive grant goes unnoticed.
 */
const refusals = [40003, 41003, 40300, 40301];
type Grants = Readonly<Record<string, readonly string[]>>;

const grantsOn = (resources: readonly string[], permissions: readonly string[]): Grants =>
  Object.fromEntries(resources.map((name) => [name, permissions]));

const isAllowedBy = ({ right }: TableRow, grants: Grants): boolean =>
  typeof right === 'string' ||
  right.some(({ resource, permission }) => [permission, 'write', 'admin'].flat().some((word) => grants[resource]?.includes(word) === true));

/** Every permission word in the table. */
const askedIn = (table: readonly TableRow[]): string[] =>
  table.flatMap(({ right }) => (typeof right === 'string' ? [] : right.flatMap(({ permission }) => permission)));

const normal = (grants: readonly { resource: string; permission: string | readonly string[] }[]): string[] =>
  grants.map(({ resource, permission }) => `${resource} ${[permission].flat().join('|')}`).sort();

interface Matrix extends Omit<Suite, 'resources'> {
  /** Selects routes by their URL. */
  readonly isOurs?: (url: string) => boolean;
  /** The reviewed lines of a module's own calls, as in rights-table.txt. */
  readonly calls?: readonly string[];
}

/** Every route × everyone who may call it, against the reviewed table. */
export function rightsMatrix({ open, office, isOurs = () => true, calls = [] }: Matrix): void {
  const table = readRightsTable(office, calls).filter(({ url }) => isOurs(url));
  const names = office.resources.map(({ name }) => name);
  const ownWords = office.menu.flatMap(({ sections }) => sections.flatMap(({ permissions = {} }) => Object.keys(permissions)));
  const words = [...new Set([...standardPermissions, ...ownWords, ...askedIn(table)])];
  let app: TestApp;
  let admin: string;
  const outsiders: Record<string, { token: string | undefined; code: number }> = {};

  beforeAll(async () => {
    app = await open();
    admin = await app.admin();
    Object.assign(outsiders, {
      'no token': { token: undefined, code: 40003 },
      'an unknown token': { token: 'A'.repeat(43), code: 40003 },
      'an expired token': {
        token: await tokenAfter("UPDATE sys_session SET last_seen_time = now() - interval '13 hours' WHERE sys_user_id = $1"),
        code: 40003,
      },
      'a disabled user': { token: await tokenAfter("UPDATE sys_user SET user_status = '停用' WHERE id = $1"), code: 41003 },
      'a user whose account is gone': { token: await tokenAfter('DELETE FROM sys_user WHERE id = $1'), code: 41003 },
    });
    for (const group of groups) for (const row of group.rows) for (const grants of holdersFor(row).values()) await holderOf(grants);
  }, 120_000);
  afterAll(() => app.drop());

  const holders = new Map<string, Session>();

  /** A person who holds exactly these rights, the same one each time. */
  async function holderOf(grants: Grants): Promise<Session> {
    const key = JSON.stringify(grants);
    const holder = holders.get(key) ?? (await app.userWith(grants));
    holders.set(key, holder);
    return holder;
  }

  /** The callers of a route, by their rights. */
  function holdersFor({ right }: TableRow): Map<string, Grants> {
    const asked = typeof right === 'string' ? [] : [...new Set(right.map(({ resource }) => resource))];
    return new Map<string, Grants>([
      ...words.map((word) => [`${word} everywhere`, grantsOn(names, [word])] as const),
      ...asked.map((resource) => [`all of ${resource}`, grantsOn([resource], words)] as const),
      [
        `all but ${asked.join(', ')}`,
        grantsOn(
          names.filter((name) => !asked.includes(name)),
          words,
        ),
      ],
      ['nothing', {}],
    ]);
  }

  /** A user signed in as an administrator, to whom this happened afterwards. */
  async function tokenAfter(sql: string): Promise<string> {
    const { token, userId } = await app.userWith({});
    await app.database.pool.query(sql, [userId]);
    return token;
  }

  /** A call that passes the check of the right and then fails on its contents, so that nothing changes. */
  function call(token: string | undefined, { method, url }: TableRow, inserts: boolean) {
    const path = url
      .replace('/api/', '')
      .replace(/:ids?/, randomUUID())
      .replace(/\/export$/, '/export?columns=none');
    const saving = inserts ? {} : { id: randomUUID(), version: 1 };
    const body = method === 'GET' || method === 'DELETE' ? undefined : /(?:save-batch|-each)$/.test(url) ? [] : saving;
    return app.call(token, method, path, body);
  }

  it('the table lists every route with the right that it declares, and no other', () => {
    const declared = [...app.server.declaredRights]
      .filter(([route]) => isOurs(route.split(' ')[1] ?? ''))
      .map(([route, right]) => [
        route,
        typeof right === 'string' ? right : normal([right].flat() as { resource: string; permission: string | readonly string[] }[]),
      ]);
    expect(Object.fromEntries(declared), 'Say the right of each own call in `calls` of testModule').toEqual(
      Object.fromEntries(table.map(({ route, right }) => [route, typeof right === 'string' ? right : normal(right)])),
    );
  });

  it('on every route, the server decides as the table does for a holder of one permission on one resource', () => {
    const wrong: string[] = [];
    for (const row of table)
      for (const name of names)
        for (const word of words) {
          const [grants, declared] = [{ [name]: [word] }, app.server.declaredRights.get(row.route) ?? expect.fail(row.route)];
          if (mayCall({ all: false, byResource: grants }, declared) !== isAllowedBy(row, grants))
            wrong.push(`${row.route} ${name} ${word}`);
        }
    expect(wrong).toEqual([]);
  });

  /** Lines that only the system writes: refused to everybody (log-parts.test.ts). */
  const refusedToAll = /^\/api\/sys\/log-(?:opt|login)\/save/;

  /** The routes of each resource, since the stored data is compared once for all of them. */
  const groups = [
    ...Map.groupBy(
      table.filter(({ right }) => right !== 'public'),
      ({ url }) => url.split('/', 4).join('/'),
    ),
  ].map(([prefix, rows]) => ({ prefix, rows }));

  async function callOutsiders(row: TableRow): Promise<[string, number][]> {
    const calls = Object.entries(outsiders).map(async ([who, { token }]): Promise<[string, number]> => [
      who,
      (await call(token, row, true)).code,
    ]);
    return Promise.all(calls);
  }

  async function callHolders(row: TableRow): Promise<[string, number][]> {
    const calls = [...holdersFor(row)].map(async ([who, grants]): Promise<[string, number]> => {
      const { token } = await holderOf(grants);
      return [who, (await call(token, row, who !== 'edit everywhere')).code];
    });
    return Promise.all(calls);
  }

  describe.each(groups)('$prefix', ({ rows }) => {
    let before: string;
    beforeAll(async () => {
      before = await app.digest();
    });

    it.each(rows)('$route refuses callers without a valid session', async (row) => {
      expect(await callOutsiders(row)).toEqual(Object.entries(outsiders).map(([who, { code }]) => [who, code]));
    });

    it.each(rows.filter(({ right, url }) => right !== 'own' && !refusedToAll.test(url)))(
      '$route answers exactly the holders of its right',
      async (row) => {
        const answers = await callHolders(row);
        for (const [who, code] of answers) expect(code === 40300 || !refusals.includes(code), `${who} got ${code}`).toBe(true);
        const expected = [...holdersFor(row)].map(([who, grants]) => [who, isAllowedBy(row, grants)]);
        expect(answers.map(([who, code]) => [who, code !== 40300])).toEqual(expected);
        expect(expected.some(([, may]) => may)).toBe(true);
        expect(refusals).not.toContain((await call(admin, row, true)).code);
      },
    );

    it('has the same stored data after all of these calls', async () => {
      const after = await app.digest();
      // Finds out which of them it was.
      for (const row of after === before ? [] : rows) {
        const stored = await app.digest();
        await callOutsiders(row);
        if (row.right !== 'own') await callHolders(row);
        expect([row.route, await app.digest()]).toEqual([row.route, stored]);
      }
      expect(after).toBe(before);
    });
  });
}
