import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { idOf, partOf } from '../../testing/log-lines.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const read = async <Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> =>
  (await app.database.pool.query<Row>(statement, values)).rows;
const one = async (expression: string): Promise<unknown> => (await read<{ value: unknown }>(`SELECT ${expression} AS value`))[0]?.value;
const placeOf = (where: string) => one(`(SELECT tableoid::regclass::text FROM sys_log_opt WHERE ${where})`);

describe('a log line', () => {
  it('is stored in the partition of its month, by its id', async () => {
    const { data } = await app.call(admin, 'POST', 'sys/dict/save', { dictLabel: '月', dictValue: 'month' });
    expect(await placeOf(`target_id = '${String(data['id'])}'`)).toBe(await one(partOf('sys_log_opt', 'now()')));
    expect(await one('(SELECT min(tableoid::regclass::text) FROM sys_log_login)')).toBe(await one(partOf('sys_log_login', 'now()')));
  });

  it('is stored in the partition before the first month, or in that for all others, if its id says so', async () => {
    await read(`INSERT INTO sys_log_opt (id, opt_type) VALUES (${idOf("now() - interval '2 years'")}, 'older'), (gen_random_uuid(), 'odd'),
      (${idOf("now() + interval '2 years'")}, 'far')`);
    expect(await placeOf(`opt_type = 'older'`)).toBe('sys_log_opt_before');
    expect(await placeOf(`opt_type = 'far'`)).toBe('sys_log_opt_other');
    const { data } = await app.call<{ items: { id: string }[] }>(admin, 'GET', 'sys/log-opt/select-page?index=0&limit=10&eq=optType:older');
    expect((await app.call(admin, 'GET', `sys/log-opt/select/${data.items[0]?.id ?? ''}`)).data).toMatchObject({ optType: 'older' });
  });
});

describe('monthly partitions', () => {
  it('exist for the next two months, and are created again with the lines that arrived without one', async () => {
    const last = `date_trunc('month', now(), 'UTC') + interval '2 months 5 days'`;
    const part = await one(partOf('sys_log_opt', last));
    await read(`DROP TABLE ${String(part)}`);
    await read(`INSERT INTO sys_log_opt (id, opt_type) VALUES (${idOf(last)}, 'early')`);
    expect(await placeOf(`opt_type = 'early'`)).toBe('sys_log_opt_other');
    const count = await one('(SELECT sum(rows) FROM sys_row_count) + (SELECT count(*) FROM sys_log_tail)');
    await runJob(app, 'keep-log-months');
    expect(await placeOf(`opt_type = 'early'`)).toBe(part);
    expect(await one('(SELECT sum(rows) FROM sys_row_count) + (SELECT count(*) FROM sys_log_tail)')).toBe(count);
    await runJob(app, 'keep-log-months');
    const parts = await read<{ months: number }>(
      `SELECT count(*)::int AS months FROM (VALUES ('sys_log_opt'), ('sys_log_login')) log(name), log_parts(log.name) WHERE is_month`,
    );
    expect(parts).toEqual([{ months: 6 }]);
  });

  const later = `date_trunc('month', now(), 'UTC') + interval '2 months 5 days'`;
  const failures = () => read(`SELECT run_error FROM sys_job_run WHERE job_kind = 'keep-log-months' AND run_status = '失败'`);

  /** @see docs/postmortems/limits-that-work-reaches.md */
  it('take over many lines that arrived without one before anybody has to wait for them', async () => {
    await read(`CREATE FUNCTION is_free(type text) RETURNS boolean LANGUAGE sql AS $$ SELECT type IS DISTINCT FROM 'many' OR NOT EXISTS (
      SELECT FROM pg_locks WHERE relation = 'sys_log_opt_other'::regclass AND mode = 'AccessExclusiveLock') $$`);
    await read('ALTER TABLE sys_log_opt ADD CONSTRAINT is_free CHECK (is_free(opt_type))');
    onTestFinished(async () => void (await read('ALTER TABLE sys_log_opt DROP CONSTRAINT is_free')));
    const part = String(await one(partOf('sys_log_opt', later)));
    await read(`DROP TABLE ${part}`);
    await read(`INSERT INTO sys_log_opt (id, opt_type) SELECT ${idOf(later)}, 'many' FROM generate_series(1, 5500)`);
    await runJob(app, 'keep-log-months');
    expect(await failures()).toEqual([]);
    expect(
      await read(`SELECT tableoid::regclass::text AS place, count(*)::int AS lines FROM sys_log_opt WHERE opt_type = 'many' GROUP BY 1`),
    ).toEqual([{ place: part, lines: 5500 }]);
  });

  it('hold lines as they are, although some were changed, deleted or written after they had been copied', async () => {
    const part = String(await one(partOf('sys_log_opt', later)));
    await read(`DROP TABLE ${part}`);
    await read(`INSERT INTO sys_log_opt (id, opt_type, opt_target) SELECT ${idOf(later)}, 'copied', n FROM generate_series(1, 4) n`);
    expect(await one('copy_log_lines(3, true)')).toBe(3);
    expect(await one('copy_log_lines(3, false)')).toBe(1);
    // PostgreSQL vacuums only what is in use: a vacuum holds a lock that refuses the renaming.
    const options = (table: string) => one(`(SELECT reloptions FROM pg_class WHERE oid = '${table}'::regclass)`);
    expect(await options(`${part}_coming`)).toEqual(['autovacuum_enabled=false']);
    await read(`UPDATE sys_log_opt SET opt_message = '完' WHERE opt_type = 'copied' AND opt_target = '1'`);
    await read(`DELETE FROM sys_log_opt WHERE opt_type = 'copied' AND opt_target = '2'`);
    await read(`INSERT INTO sys_log_opt (id, opt_type, opt_target) VALUES (${idOf(`${later} - interval '1 day'`)}, 'copied', '5')`);
    // As a server of the version before does.
    expect(await one('keep_log_months()')).toBe(1);
    expect(
      await read(`SELECT tableoid::regclass::text AS place, opt_target, opt_message FROM sys_log_opt WHERE opt_type = 'copied' ORDER BY 2`),
    ).toEqual(
      [
        ['1', '完'],
        ['3', null],
        ['4', null],
        ['5', null],
      ].map(([target, message]) => ({ place: part, opt_target: target, opt_message: message })),
    );
    expect(await one(`to_regclass('${part}_coming')`)).toBeNull();
    expect(await options(part)).toBeNull();
  });

  it('leave no copies behind that a run made and broke off, of whichever month and log', async () => {
    const tables = { sys_log_opt: 'opt_type', sys_log_login: 'login_type' };
    for (const [log, type] of Object.entries(tables)) {
      await read(`DROP TABLE ${String(await one(partOf(log, later)))}`);
      await read(`INSERT INTO ${log} (id, ${type}) SELECT ${idOf(later)}, 'left' FROM generate_series(1, 4)`);
      await read(`CREATE TABLE ${log}_2020_02_coming (LIKE ${log})`);
    }
    const left = () => read(`SELECT relname FROM pg_class WHERE relname ~ '_coming$' ORDER BY 1`);
    expect(await one('copy_log_lines(5, true)')).toBe(5);
    expect(await one('copy_log_lines(3, true)')).toBe(3);
    expect(await left()).toEqual([{ relname: `${String(await one(partOf('sys_log_opt', later)))}_coming` }]);
    await runJob(app, 'keep-log-months');
    expect(await left()).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  it('are analysed by the next run if the analysis failed', async () => {
    const part = String(await one(partOf('sys_log_opt', later)));
    const analyze = String(await one(`pg_get_functiondef('analyze_logs'::regproc)`));
    await read(`DROP TABLE ${part}`);
    await read(analyze.replace('BEGIN', `BEGIN RAISE EXCEPTION 'no time';`));
    await runJob(app, 'keep-log-months');
    await read(analyze);
    expect(await failures()).toEqual([{ run_error: expect.stringContaining('no time') }]);
    await read(`DELETE FROM sys_job_run WHERE job_kind = 'keep-log-months'`);
    await runJob(app, 'keep-log-months');
    expect(await one(`(SELECT reltuples >= 0 FROM pg_class WHERE oid = '${part}'::regclass)`)).toBe(true);
    expect(await failures()).toEqual([]);
  });

  /** @see docs/postmortems/limits-that-work-reaches.md */
  it('are analysed for the planner, for longer than a request’s statement may take', async ({ skip }) => {
    if (app.database.kind === 'embedded') skip('no statement of the embedded database has a limit');
    const analyze = String(await one(`pg_get_functiondef('analyze_logs'::regproc)`));
    await read(analyze.replace('BEGIN', 'BEGIN PERFORM pg_sleep(11);'));
    await read(`DROP TABLE ${String(await one(partOf('sys_log_opt', `date_trunc('month', now(), 'UTC') + interval '2 months 5 days'`)))}`);
    await runJob(app, 'keep-log-months');
    await read(analyze);
    expect(await failures()).toEqual([]);
  });

  it('have the indexes and triggers of the log', async () => {
    const part = String(await one(partOf('sys_log_opt', `now() + interval '1 month'`)));
    const kept = (table: string) =>
      read(
        `SELECT regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', '') AS index FROM pg_index WHERE indrelid = $1::regclass ORDER BY 1`,
        table,
      );
    expect(await kept(part)).toEqual(await kept('sys_log_opt'));
    const triggers = await read<{ name: string }>(`SELECT tgname AS name FROM pg_trigger WHERE tgrelid = $1::regclass ORDER BY 1`, part);
    expect(triggers.map(({ name }) => name)).toEqual(['note_line']);
  });
});
