import type { ChangesAnswer } from '@back-office/contract/calls/changes.ts';
import { hasChildren } from '@back-office/contract/resource/field.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/*
 * Writers with overlapping transactions, late commits and rollbacks, and copies that meanwhile read a page or two of changes: once all is committed
 * and read, each copy equals that person's list. Each writer has its own rows, so that none waits for another.
 */
let app: TestApp;
let clients: pg.PoolClient[];
const orgs: string[] = [];
beforeAll(async () => {
  app = await openTestApp();
  const { pool, kind } = app.database;
  // The embedded database has one connection: its writers run one after the other.
  clients = kind === 'embedded' ? [] : await Promise.all([1, 2, 3].map(() => pool.connect()));
  for (const parent of [null, 0, 1, null, 3]) {
    const id = randomUUID();
    const above = parent === null ? null : orgs[parent];
    await pool.query(`INSERT INTO sys_org (id, org_name, org_code, org_status, parent_id) VALUES ($1, $2, $2, '正常', $3)`, [
      id,
      id.slice(0, 8),
      above,
    ]);
    orgs.push(id);
  }
});
afterAll(async () => {
  for (const client of clients) client.release();
  await app.drop();
});

const writers = 3;
const rowsEach = 3;
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('add', 'rename', 'move', 'delete', 'tell'),
      writer: fc.nat(writers - 1),
      row: fc.nat(rowsEach - 1),
      org: fc.nat(4),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('name of an organisation', 'move of a person', 'pair'),
      writer: fc.nat(writers - 1),
      row: fc.nat(rowsEach - 1),
      org: fc.nat(4),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('begin', 'commit', 'commit', 'rollback'),
      writer: fc.nat(writers - 1),
      row: fc.constant(0),
      org: fc.constant(0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask'), writer: fc.nat(2), row: fc.nat(2), org: fc.constant(0) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const resources = ['sys/dept', 'sys/user', 'sys/msg'];

/** A program's copy of the records that one person sees. */
class Copy {
  readonly rows = new Map<string, AnyRow>();
  readonly token: string;
  readonly resource: string;
  #cursor: string | undefined;
  begunAgain = 0;

  constructor(token: string, resource: string) {
    this.token = token;
    this.resource = resource;
  }

  /** One call; true if there is more. */
  async ask(): Promise<boolean> {
    const since = this.#cursor === undefined ? '' : `&since=${this.#cursor}`;
    const { code, message, data } = await app.call<ChangesAnswer<AnyRow>>(this.token, 'GET', `${this.resource}/changes?limit=2${since}`);
    if (code === 40900) {
      this.begunAgain += 1;
      this.rows.clear();
      this.#cursor = undefined;
      return true;
    }
    expect(code, message).toBe(20000);
    for (const row of data.items) this.rows.set(row.id, row);
    for (const id of data.gone) this.rows.delete(id);
    this.#cursor = data.cursor;
    return data.more;
  }

  async drain(): Promise<void> {
    // First to the end of the span that the copy was reading, then from there to now.
    for (let times = 0; times < 2; times += 1) while (await this.ask());
    expect(await this.ask()).toBe(false);
  }

  /** Compares the copy with the list. */
  async check(): Promise<void> {
    const { data } = await app.call<{ items: AnyRow[] }>(this.token, 'GET', `${this.resource}/select-page?limit=10000`);
    const rows = data.items.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== hasChildren)));
    expect(Object.fromEntries(this.rows)).toEqual(Object.fromEntries(rows.map((row) => [String(row['id']), row])));
  }
}

/** The rows of one run, by writer and index: departments, people, and notices. */
class World {
  readonly #open = new Set<number>();
  readonly #ids: string[];
  readonly #run = randomUUID().slice(0, 8);
  readonly role: string;

  constructor(role: string) {
    this.#ids = Array.from({ length: writers * rowsEach * 3 }, () => randomUUID());
    this.role = role;
  }

  #id(what: number, { writer, row }: Step): string {
    return this.#ids[(what * writers + writer) * rowsEach + row] ?? '';
  }

  async #query(writer: number, text: string, values: unknown[] = []): Promise<void> {
    await (clients[writer] ?? app.database.pool).query(text, values);
  }

  async make(step: Step): Promise<void> {
    const { writer } = step;
    const query = (text: string, ...values: unknown[]) => this.#query(writer, text, values);
    const [dept, person, msg] = [0, 1, 2].map((what) => this.#id(what, step));
    const org = orgs[step.org];
    switch (step.do) {
      case 'begin':
        if (clients.length > 0 && !this.#open.has(writer)) await query('BEGIN');
        this.#open.add(writer);
        return;
      case 'commit':
      case 'rollback':
        if (clients.length > 0 && this.#open.delete(writer)) await query(step.do);
        return;
      case 'add':
        await query(
          `INSERT INTO sys_dept (id, dept_name, sys_org_id, dept_status) VALUES ($1, 'd', $2, '正常') ON CONFLICT DO NOTHING`,
          dept,
          org,
        );
        await query(
          `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status, sys_org_id) VALUES ($1, $2, 'u', '', '停用', $3) ON CONFLICT DO NOTHING`,
          person,
          `${this.#run}${writer}${step.row}`,
          org,
        );
        return;
      case 'rename':
        await query(`UPDATE sys_dept SET dept_name = dept_name || 'x' WHERE id = $1`, dept);
        await query(`UPDATE sys_user SET user_name = user_name || 'x' WHERE id = $1`, person);
        return;
      case 'move':
        return query('UPDATE sys_dept SET sys_org_id = $2 WHERE id = $1', dept, org);
      case 'move of a person':
        return query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', person, org);
      case 'delete':
        await query('DELETE FROM sys_dept WHERE id = $1', dept);
        // It raises the epoch of rights: only one writer does it, or they would wait for each other.
        if (writer === 0) await query('DELETE FROM sys_user WHERE id = $1', person);
        return;
      case 'tell':
        await query(
          `INSERT INTO sys_msg (id, create_user, msg_title, msg_content, msg_scope, msg_status) VALUES ($1, $2, 'm', 'm', '全部', '正常')
           ON CONFLICT (id) DO UPDATE SET msg_title = sys_msg.msg_title || 'x'`,
          msg,
          person,
        );
        if (step.org === 0) await query('DELETE FROM sys_msg WHERE id = $1', msg);
        return;
      case 'pair':
        if (writer !== 0) return;
        await query('DELETE FROM sys_user_role WHERE owner_id = $1', person);
        if (step.org > 1)
          await query('INSERT INTO sys_user_role (owner_id, target_id) SELECT id, $2 FROM sys_user WHERE id = $1', person, this.role);
        return;
      case 'name of an organisation':
        // Each writer renames an organisation of its own.
        return query(`UPDATE sys_org SET org_name = right(org_name || 'x', 20) WHERE id = $1`, orgs[writer]);
    }
  }

  async settle(): Promise<void> {
    for (const writer of this.#open) if (clients.length > 0) await this.#query(writer, 'COMMIT');
    this.#open.clear();
  }

  /** Deletes the rows of this run, so that the next one begins with few. */
  async clear(): Promise<void> {
    for (const table of ['sys_dept', 'sys_user', 'sys_msg'])
      await app.database.pool.query(`DELETE FROM ${table} WHERE id = ANY($1)`, [this.#ids]);
  }
}

it('every copy equals the list that its person sees, however the transactions overlap', async () => {
  const grants = Object.fromEntries(resources.map((name) => [name, ['read']]));
  const people: Session[] = [await app.userWith(grants)];
  for (const [at, dataScope] of ['本机构及下级', '本机构'].entries()) {
    const person = await app.userWith(grants, { dataScope });
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [person.userId, orgs[at]]);
    people.push(person);
  }
  const { rows: roles } = await app.database.pool.query<{ id: string }>(`SELECT id FROM sys_role WHERE role_code = 'admin'`);
  let begunAgain = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
      const world = new World(roles[0]?.id ?? '');
      const copies = people.flatMap(({ token }) => resources.map((resource) => new Copy(token, resource)));
      for (const copy of copies) await copy.drain();
      try {
        for (const one of steps) {
          if (one.do !== 'ask') await world.make(one);
          else
            for (const copy of copies.slice(one.writer * 3, one.writer * 3 + 3))
              for (let calls = 0; calls <= one.row; calls += 1) await copy.ask();
        }
      } finally {
        await world.settle();
      }
      for (const copy of copies) {
        await copy.drain();
        await copy.check();
        begunAgain += copy.begunAgain;
      }
      await world.clear();
    }),
    { numRuns: 30 },
  );
  // Nobody's reach changed, so no copy was discarded.
  expect(begunAgain).toBe(0);
});
