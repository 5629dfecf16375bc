import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { PGlite } from '@electric-sql/pglite';
import { type EngineListener, openEngine } from '../../platform/database/embedded-engine.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { ownSchema } from '../../platform/database/own-schema.ts';
import { silentLog } from '../silent-log.ts';
import { testTimeZone } from '@back-office/app/testing/server/test-template.ts';
import { captureImage } from './capture-image.ts';
import { reusableEmbedded } from './reusable-embedded.ts';
import { LoadedFs } from './loaded-fs.ts';

const template = inject('testTemplate');
const source = template.kind === 'embedded' ? join(template.dataDir, 'database') : '';

/** Work that changes rows, the schema, counters, the session, and files that grow, shrink, disappear and appear. */
const changes = {
  rows: `update sys_role set role_name = 'r'; delete from sys_dict; vacuum sys_dict`,
  schema: 'create table a (id serial primary key, b text); insert into a (b) values (1); alter table sys_role drop column role_name',
  files: `create table b as select repeat(md5(i::text), 20) from generate_series(1, 5000) i; vacuum full sys_dict; checkpoint; select pg_switch_wal()`,
  memory: `select length(string_agg(repeat(md5(i::text), 400), '')) from generate_series(1, 2000) i`,
  session: `set work_mem = '1MB'; prepare p as select 1; create temp table t (i int); select set_config('TimeZone', 'UTC', false)`,
  transaction: `begin; delete from sys_user`,
  failure: `begin; create table d (i int); select 1 / 0`,
};

const listener: EngineListener = {
  onFatalMessage: () => undefined,
  crashed: (error) => {
    throw error;
  },
};

function expectDivision(error: Error): void {
  expect(error.message).toBe('division by zero');
}

describe.skipIf(source === '')('an embedded database kept for several test files', () => {
  describe('is restored to the last byte of its memory and its files after', () => {
    let engine: PGlite;
    let restore: () => void;
    let before: Map<string, Uint8Array>;
    beforeAll(async () => {
      engine = await openEngine(new LoadedFs(source), listener);
      await engine.exec(`set search_path = ${ownSchema}`);
      restore = await captureImage(engine);
      before = stateOf(engine);
      before.set('memory', engine.Module.HEAPU8.slice());
    });
    afterAll(() => engine.close());

    it.each(Object.entries(changes))('changes of kind %s', async (_, statements) => {
      for (const statement of statements.split('; ')) await engine.exec(statement).catch(expectDivision);
      expect(differences(before, engine)).not.toEqual([]);
      restore();
      expect(differences(before, engine)).toEqual([]);
    });
  });

  it('cannot be restored if its engine has loaded code since', async () => {
    const engine = await openEngine(new LoadedFs(source), listener);
    const restore = await captureImage(engine);
    await engine.exec(`load 'dict_snowball'`);
    expect(restore).toThrow('has loaded /pglite/lib/postgresql/dict_snowball.so');
    await engine.close();
  });

  it('starts each test file as a copy of the template, on one and the same server', async () => {
    const hosts = new Set<string>();
    const changeOnce = async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'back-office-kept-test-'));
      const startEmbedded = async (folder: string, onCrash: (error: Error) => void) => {
        const server = await reusableEmbedded(source)(folder, onCrash);
        hosts.add(server.host);
        return server;
      };
      const database = await openDatabase({ dataDir, timeZone: testTimeZone, log: silentLog, startEmbedded });
      const { rows } = await database.pool.query('select count(*)::int as count from sys_dict');
      await database.pool.query('delete from sys_dict');
      await database.close();
      await rm(dataDir, { recursive: true });
      return rows[0];
    };
    const first = await changeOnce();
    expect(first.count).toBeGreaterThan(0);
    expect([await changeOnce(), await changeOnce()]).toEqual([first, first]);
    expect(hosts.size).toBe(1);
  });
});

interface Inside {
  HEAPU8: Uint8Array;
  FS: {
    readdir(path: string): string[];
    lstat(path: string): { mode: number };
    isDir(mode: number): boolean;
    readFile(path: string): Uint8Array;
  };
}

/** The names of files, and the memory, that differ from before. */
function differences(before: Map<string, Uint8Array>, { Module }: PGlite): string[] {
  const after = stateOf({ Module });
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.filter((name) => !isSame(before.get(name), after.get(name)));
}

function stateOf({ Module }: Pick<PGlite, 'Module'>): Map<string, Uint8Array> {
  const { HEAPU8, FS } = Module as unknown as Inside;
  const found = new Map<string, Uint8Array>([['memory', HEAPU8]]);
  const add = (path: string): void => {
    for (const name of FS.readdir(path).filter((each) => !/^\.{1,2}$/.test(each))) {
      const inner = `${path}/${name}`;
      if (FS.isDir(FS.lstat(inner).mode)) add(inner);
      else found.set(inner, FS.readFile(inner));
    }
  };
  add('/pglite/data');
  return found;
}

/** Ignores zeroes after the end, where the memory has grown. */
function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (!one || !other || Buffer.compare(one, other.subarray(0, one.length)) !== 0) return false;
  const rest = other.subarray(one.length);
  return Buffer.compare(rest, new Uint8Array(rest.length)) === 0;
}
