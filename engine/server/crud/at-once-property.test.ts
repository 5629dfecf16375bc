import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* Several people at once on the same few records: saves, batches, moves, deletions and restores in a random order. */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const query = async (text: string) => (await app.database.pool.query<AnyRow>(text)).rows;

type Random = (below: number) => number;

/** A sequence that is the same for the same seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A resource, its unique field with the values that people use, and the field by which its records are below others, of which kind. */
interface Kind {
  readonly name: string;
  readonly table: string;
  readonly field: string;
  readonly column: string;
  readonly more: object;
  readonly above: string;
  readonly below: 'org' | 'dict';
}
const org: Kind = {
  name: 'sys/org',
  table: 'sys_org',
  field: 'orgCode',
  column: 'org_code',
  more: { orgName: '机构' },
  above: 'parentId',
  below: 'org',
};
const user: Kind = {
  name: 'sys/user',
  table: 'sys_user',
  field: 'userAccount',
  column: 'user_account',
  more: { userName: '张三', userPassword: 'Plain-Horse-7193' },
  above: 'sysOrgId',
  below: 'org',
};
/** Its values are unique below a parent. */
const dict: Kind = {
  name: 'sys/dict',
  table: 'sys_dict',
  field: 'dictValue',
  column: 'dict_value',
  more: { dictLabel: '字典' },
  above: 'parentId',
  below: 'dict',
};
const kinds = [org, user, dict];
const values = Array.from({ length: 10 }, (_, at) => `at-once-${at}`);

interface Call {
  readonly what: string;
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** The next call of a person, who has just read the records. */
async function nextCall(random: Random): Promise<Call> {
  const { name, table, field, column, more, above, below } = kinds[random(kinds.length)] ?? org;
  const rows = await query(
    `SELECT id, version, ${column} AS value, ${name === user.name ? 'sys_org_id' : 'parent_id'} AS above FROM ${table} WHERE ${column} LIKE 'at-once-%' ORDER BY id`,
  );
  const parents = await query(
    `SELECT id FROM sys_${below} WHERE ${below}_${below === 'org' ? 'code' : 'value'} LIKE 'at-once-%' ORDER BY id`,
  );
  const any = <T>(list: readonly T[]): T | undefined => list[random(list.length || 1)];
  const added = () => ({ ...more, [field]: any(values), [above]: random(2) === 0 ? (any(parents)?.id ?? null) : null });
  const some = [...new Set([any(rows), any(rows), any(rows)])].filter((row) => row !== undefined);
  const changed = ({ id, version }: AnyRow, changes: object) => ({ id, version, ...changes });
  const [one] = some;
  const what = random(10);
  if (one === undefined || what === 0) return { what: 'add', method: 'POST', path: `${name}/save`, body: added() };
  if (what === 1) return { what: 'change', method: 'POST', path: `${name}/save`, body: changed(one, { [field]: any(values) }) };
  if (what === 2)
    return { what: 'change', method: 'POST', path: `${name}/save`, body: changed(one, { [above]: any(parents)?.id ?? null }) };
  if (what <= 4) {
    // Each takes the value of the next one, and a new record perhaps that of the first.
    const passed = some.map((row, at) => changed(row, { [field]: some[(at + 1) % some.length]?.['value'] }));
    return { what: 'change', method: 'POST', path: `${name}/save-batch`, body: what === 3 ? passed : [...passed, added()] };
  }
  if (what <= 6) {
    const moved = changed(one, { [above]: any(parents.filter(({ id }) => id !== one['above']))?.id ?? null });
    return {
      what: 'change',
      method: 'POST',
      path: `${name}/save-batch`,
      body: [moved, { ...added(), [field]: one['value'], [above]: one['above'] }],
    };
  }
  if (what <= 8)
    return {
      what: 'delete',
      method: 'DELETE',
      path: `${name}/delete-ids/${some
        .slice(0, 2)
        .map(({ id }) => id)
        .join(',')}`,
    };
  const kept = await query(`SELECT id FROM sys_recycle WHERE target_resource IN ('sys/org', 'sys/user', 'sys/dict') ORDER BY id`);
  const ids = new Set([any(kept)?.id, any(kept)?.id].filter((id) => id !== undefined));
  return { what: 'restore', method: 'POST', path: `sys/recycle/restore/${[...ids].join(',') || one.id}` };
}

it.each([1, 2, 3])(
  'people who change the same records at once, as by the random seed %i, are answered with what was stored or why not, and none overwrites another',
  async (seed) => {
    const versions: string[] = [];
    await Promise.all(
      [0, 1, 2, 3].map(async (person) => {
        const random = randomOf(seed * 10 + person);
        for (let turn = 0; turn < 25; turn++) {
          const { what, method, path, body } = await nextCall(random);
          const { code, data, message } = await app.call<AnyRow | AnyRow[]>(admin, method, path, body);
          expect([20000, 40000, 40400, 40900], `${path} ${message}`).toContain(code);
          if (code === 20000 && what === 'change') versions.push(...[data].flat().map(({ id, version }) => `${id} ${version}`));
        }
      }),
    );
    expect(versions).toHaveLength(new Set(versions).size);
    for (const table of ['sys_org', 'sys_dict']) {
      const cyclic = await query(`
        WITH RECURSIVE up AS (SELECT id, parent_id AS above FROM ${table} UNION SELECT up.id, o.parent_id FROM up JOIN ${table} o ON o.id = up.above)
        SELECT id FROM up WHERE above = id`);
      expect(cyclic).toEqual([]);
    }
    // A value that another row was to take over is never left parked.
    for (const { table, column } of kinds) expect(await query(`SELECT id FROM ${table} WHERE ${column} = id::text`)).toEqual([]);
  },
  120_000,
);
