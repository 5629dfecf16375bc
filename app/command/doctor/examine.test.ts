import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAppSecret } from '@back-office/server/identity/two-factor/check-app-secret.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { copyTemplate } from '../../testing/server/test-database.ts';
import { testTimeZone } from '../../testing/server/test-template.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { examineBackups } from './examine-backups.ts';
import { examineDatabase } from './examine-database.ts';
import { examineFolders } from './examine-folders.ts';
import { examinePort } from './examine-port.ts';

/* The doctor's findings without a server, one check at a time. */
const outside = await mkdtemp(join(tmpdir(), 'back-office-examined-'));
afterAll(() => rm(outside, { recursive: true, force: true }));

describe('the check of the port', () => {
  const answer = (body: string, status = 200) => createServer((_request, response) => void response.writeHead(status).end(body));
  const ours = '{"code":20000,"data":{}}';

  it.each<[string, string, string | undefined, string]>([
    ['no process', '127.0.0.1', undefined, 'ok: PORT on HOST is free'],
    ['a back-office server', '127.0.0.1', ours, 'ok: a back-office answers on PORT of HOST'],
    ['a back-office server on all addresses', '0.0.0.0', ours, 'ok: a back-office answers on PORT of HOST'],
    ['a back-office server on an IPv6 address', '::1', ours, 'ok: a back-office answers on PORT of HOST'],
    ['another process that answers with JSON', '127.0.0.1', '{"code":200}', 'fail: PORT PORT on HOST is in use by another process.'],
    ['another process that answers without JSON', '127.0.0.1', '<html>', 'fail: PORT PORT on HOST is in use by another process.'],
  ])('reports what answers on the port: %s', async (_who, host, body, finding) => {
    const server = answer(body ?? '').listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    if (body === undefined) await new Promise((closed) => server.close(closed));
    const { level, text } = await examinePort({ host, port });
    // The check itself does not occupy the port.
    expect(await examinePort({ host, port })).toMatchObject({ level, text });
    server.close();
    server.closeAllConnections();
    expect(`${level}: ${text}`).toBe(finding.replace('HOST', host).replace(/PORT(?= on| of)/, String(port)));
  });

  it('fails for an address that does not belong to this machine, and names it', async () => {
    expect(await examinePort({ host: '203.0.113.9', port: 0 })).toMatchObject({
      level: 'fail',
      text: 'HOST 203.0.113.9 is no address of this machine.',
    });
  });
});

describe('the check of the folders', () => {
  let DATA_DIR: string;
  beforeEach(async () => {
    DATA_DIR = await mkdtemp(join(outside, 'data-'));
  });
  const found = async (dataDir = DATA_DIR, webRoot = outside): Promise<Record<string, string>> => {
    const findings: Record<string, string> = {};
    for await (const { level, what, text } of examineFolders(readSettings({ DATA_DIR: dataDir }), webRoot))
      findings[what] = `${level} ${text}`;
    return findings;
  };

  it('tries a writable folder by writing an object, and removes the object', async () => {
    expect(await found()).toMatchObject({ folder: `ok ${DATA_DIR}`, storage: 'ok files in DATA_DIR: written and removed one' });
    const left = await readdir(DATA_DIR, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  it('does not create a folder that does not exist yet', async () => {
    const folder = join(DATA_DIR, 'later');
    expect(Object.keys(await found(folder))).toEqual(['browser part', 'folder']);
    expect((await found(folder))['folder']).toBe(`ok ${folder} (DATA_DIR) is not there yet: the first start makes it`);
    expect(await readdir(DATA_DIR)).toEqual([]);
  });

  it('warns about a folder that other users may read, with the cure', async () => {
    await chmod(DATA_DIR, 0o750);
    expect(await found()).toMatchObject({ folder: `warn other users may read ${DATA_DIR} (DATA_DIR): chmod 700 ${DATA_DIR}` });
  });

  it('writes nothing to a folder of another user', async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(4711);
    const { folder, ...rest } = await found();
    expect(folder).toMatch(/^fail The folder .* belongs to user \d+, and this runs as user 4711/);
    expect(Object.keys(rest)).toEqual(['browser part']);
    expect(await readdir(DATA_DIR)).toEqual([]);
  });

  it('fails when the files in a folder cannot be written', async () => {
    await writeFile(join(DATA_DIR, 'files'), '');
    expect((await found())['storage']).toMatch(/^fail files in DATA_DIR cannot be written: /);
  });

  it('warns about a browser part that is not built, and accepts one that is', async () => {
    const webRoot = join(DATA_DIR, 'dist');
    await mkdir(webRoot);
    expect((await found(DATA_DIR, webRoot))['browser part']).toBe(
      `warn not built yet in ${webRoot}: npm start builds it, and without it only /api answers`,
    );
    await writeFile(join(webRoot, 'index.html'), '');
    expect((await found(DATA_DIR, webRoot))['browser part']).toBe(`ok ${webRoot}`);
  });
});

describe('the check of the place for backups', () => {
  const found = (BACKUP_DIR?: string) => examineBackups(readSettings({ BACKUP_DIR }));

  it('says nothing where none is set', async () => {
    expect(await found()).toEqual([]);
  });

  it('accepts a folder in which a file can be written, and leaves none there', async () => {
    const folder = await mkdtemp(join(outside, 'backups-'));
    expect(await found(folder)).toEqual([{ level: 'ok', what: 'backups', text: `${folder}: written and removed a file` }]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('warns about a folder that is missing, with the reason', async () => {
    const folder = join(outside, 'no-backups');
    expect(await found(folder)).toEqual([
      { level: 'warn', what: 'backups', text: expect.stringContaining(`No backup can be made in ${folder}: `) as string },
    ]);
  });
});

describe('the check of the database', () => {
  it('opens no embedded database in a folder of another user', async () => {
    const DATA_DIR = await mkdtemp(join(outside, 'data-'));
    await mkdir(join(DATA_DIR, 'database'));
    const before = await stat(DATA_DIR);
    vi.spyOn(process, 'getuid').mockReturnValue(4711);
    const findings = [];
    for await (const { level, what, text } of examineDatabase(readSettings({ DATA_DIR }))) findings.push(`${level} ${what} ${text}`);
    expect(findings).toEqual([expect.stringMatching(/^fail database The folder .* belongs to user \d+, and this runs as user 4711/)]);
    expect(await readdir(DATA_DIR, { recursive: true })).toEqual(['database']);
    expect((await stat(DATA_DIR)).mtimeMs).toBe(before.mtimeMs);
  });

  it.skipIf(inject('testTemplate').kind === 'embedded')('names the nodes that run, and refuses a first secret beside them', async () => {
    const copy = await copyTemplate(inject('testTemplate'), outside);
    const { url = '' } = copy;
    const database = await openDatabase({ url, dataDir: outside, timeZone: testTimeZone, log: silentLog });
    const linesOf = async (environment: Record<string, string>) => {
      const lines = [];
      for await (const { level, what, text } of examineDatabase(readSettings({ DATABASE_URL: url, DATA_DIR: outside, ...environment })))
        lines.push(`${level} ${what} ${text}`);
      return lines;
    };
    await checkAppSecret(database.db, { appSecret: undefined, appSecretChange: false, databaseUrl: url }, []);
    const first = { APP_SECRET: 'x'.repeat(40) };
    expect(await linesOf(first)).toEqual(
      expect.arrayContaining(['ok nodes none of this database runs', 'ok APP_SECRET is the one of this database']),
    );
    await database.pool.query(
      "INSERT INTO sys_node (id, node_name, seen_time, report) VALUES (gen_random_uuid(), 'other:1', now() + interval '1 hour', '{}')",
    );
    const lines = await linesOf(first);
    expect(lines).toContain('ok nodes of this database run: other:1');
    expect(lines).toContainEqual(
      expect.stringMatching(/^fail APP_SECRET APP_SECRET is not the one that other nodes run with.* These run: other:1\.$/),
    );
    await database.close();
    await copy.remove();
  });
});
