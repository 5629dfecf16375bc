import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyPristineDatabase } from '../../testing/pristine-database.ts';
import { runChild } from '../../testing/run-child.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { isUnavailable } from './database-errors.ts';
import { openDatabase } from './open-database.ts';

const holder = new URL('../../testing/children/hold-database.ts', import.meta.url);
let root: string;
let count = 0;
let dataDir: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'back-office-test-embedded-'));
});
beforeEach(() => {
  dataDir = join(root, `data-${count++}`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const startHolder = () => runChild(holder, [dataDir], root);
const open = (options: object = {}) => openDatabase({ dataDir, timeZone: 'Asia/Shanghai', log: silentLog, ...options });

// These run on the embedded database, whichever database the other tests use.
const once = describe.skipIf(process.env.TEST_DATABASE_URL);

once('the folder', () => {
  it('is closed to other users', async () => {
    await (await open()).close();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('is refused to a second process while the first one lives, and available once that was killed', async () => {
    await copyPristineDatabase(dataDir);
    const first = startHolder();
    expect(await first.nextLine()).toBe('opened');
    const pid = first.process.pid;
    await expect(open()).rejects.toThrow(`The folder ${dataDir} is used by another server (process ${pid})`);
    await first.kill();
    const database = await open();
    expect(readFileSync(join(dataDir, '.lock-pid'), 'utf8')).toBe(`${process.pid}\n`);
    await expect(open()).rejects.toThrow(/is used by another server/);
    await database.close();
  });

  it('is taken by exactly one of many processes that start at once', async () => {
    await copyPristineDatabase(dataDir);
    const children = Array.from({ length: 4 }, () => startHolder());
    const answers = await Promise.all(children.map((child) => child.nextLine()));
    expect(answers.filter((line) => line === 'opened')).toHaveLength(1);
    expect(answers.filter((line) => line?.includes('is used by another server'))).toHaveLength(3);
    await Promise.all(children.map((child) => child.kill()));
  });

  it('is refused when it cannot be written', async () => {
    writeFileSync(dataDir, 'a file');
    await expect(open()).rejects.toThrow(/^The folder .+ \(DATA_DIR\) cannot be written: E[A-Z]+: [a-z ]+\.$/);
    dataDir = join(dataDir, 'inside');
    await expect(open()).rejects.toThrow(/cannot be written: ENOTDIR/);
  });

  it('is refused, and left unchanged, when it contains something else', async () => {
    mkdirSync(join(dataDir, 'database'), { recursive: true });
    writeFileSync(join(dataDir, 'database', 'precious'), 'data');
    await expect(open()).rejects.toThrow(/is not empty and holds no database/);
    expect(readdirSync(join(dataDir, 'database'))).toEqual(['precious']);
  });

  it('is refused when a newer version made it', async () => {
    mkdirSync(join(dataDir, 'database'), { recursive: true });
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '99\n');
    await expect(open()).rejects.toThrow(/was made by PostgreSQL 99, and this version reads PostgreSQL 18/);
  });

  it('is refused, and left unchanged, when its WAL is damaged', async () => {
    await copyPristineDatabase(dataDir);
    const log = join(dataDir, 'database', 'pg_wal');
    const [segment = ''] = readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name));
    writeFileSync(join(log, segment), 'not a log');
    await expect(open()).rejects.toThrow(/^The embedded database in .+ cannot be started: .*checkpoint record/);
    expect(existsSync(join(dataDir, 'database', 'PG_VERSION'))).toBe(true);
  });

  it('is created again when the first start was killed midway', async () => {
    const first = startHolder();
    await expect.poll(() => existsSync(join(dataDir, 'database.unfinished')), { interval: 10 }).toBe(true);
    await first.kill();
    expect(existsSync(join(dataDir, 'database'))).toBe(false);
    const database = await open();
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
    expect(existsSync(join(dataDir, 'database.unfinished'))).toBe(false);
  });
});

once('a start that fails', () => {
  it('names an unknown time zone and releases the folder', async () => {
    await copyPristineDatabase(dataDir);
    await expect(open({ timeZone: 'Mars/Olympus' })).rejects.toThrow('The time zone "Mars/Olympus" (TZ) is not known to the database.');
    await (await open()).close();
  });
});

once('the socket', () => {
  it('is accessible to this user only, and is removed when the database closes', async () => {
    await copyPristineDatabase(dataDir);
    const database = await open();
    const folder = readFileSync(join(dataDir, '.socket'), 'utf8');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await database.close();
    expect(existsSync(folder)).toBe(false);
  });

  it('left by a killed process is removed at the next start', async () => {
    await copyPristineDatabase(dataDir);
    const first = startHolder();
    expect(await first.nextLine()).toBe('opened');
    await first.kill();
    const left = readFileSync(join(dataDir, '.socket'), 'utf8');
    expect(existsSync(left)).toBe(true);
    await (await open()).close();
    expect(existsSync(left)).toBe(false);
  });
});

once('a crash of the engine', () => {
  it('is reported in the words of PostgreSQL, and the next start recovers', async () => {
    await copyPristineDatabase(dataDir);
    const log = join(dataDir, 'database', 'pg_wal');
    const kept = join(root, 'kept-log');
    const crash = Promise.withResolvers<Error>();
    const database = await open({ onCrash: crash.resolve });
    await database.pool.query('create table fact (id int); insert into fact values (1)');
    renameSync(log, kept);
    const broken = await database.pool.query('select pg_switch_wal(); insert into fact values (2)').catch((error: unknown) => error);
    expect((await crash.promise).message).toMatch(/pg_wal.*No such file or directory/);
    expect(isUnavailable(broken)).toBe(true);
    expect(isUnavailable(await database.pool.query('select 1').catch((error: unknown) => error))).toBe(true);
    await database.close();
    renameSync(kept, log);
    const again = await open();
    expect((await again.pool.query('select id from fact')).rows).toEqual([{ id: 1 }]);
    await again.close();
  });
});
