import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../engine/server/testing/make-certificate.ts';

/* nginx.conf and nodes.conf of deploy/, unchanged, started as Debian's nginx.service does. */
const deploy = join(import.meta.dirname, '../../deploy');
const canIsolate = process.env['NODES_NAMESPACES'] === 'yes';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-shipped-'));
  await mkdir(join(folder, 'certificates'));
  makeCertificate(join(folder, 'certificates'));
  for (const name of ['nginx.conf', 'nodes.conf']) await cp(join(deploy, name), join(folder, name));
});
afterAll(() => rm(folder, { recursive: true }));

interface Seen {
  readonly started: boolean;
  readonly answer: { status: number; id: string; text: string };
  readonly own: { status: number; id: string };
  readonly reloaded: number;
  readonly user: string;
  readonly files: number;
  readonly logs: { access: string; error: string };
}

it.skipIf(!canIsolate)('nginx starts, serves, reloads and stops', async () => {
  const child = join(import.meta.dirname, 'children/shipped-nginx.ts');
  const args = ['--net', '--mount', '--propagation', 'private', process.execPath, child, process.env['NODES_NGINX'] ?? 'nginx', folder];
  const { status, stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8', timeout: 50_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { started, answer, own, reloaded, user, files, logs } = JSON.parse(stdout) as Seen;
  const debian = spawnSync('id', ['-u', 'www-data'], { encoding: 'utf8' }).stdout.trim();
  expect({ started, reloaded, user }).toEqual({ started: true, reloaded: 200, user: debian });
  // No container may open more files than its host allows; then nginx logs that it tried.
  const allowed = Number(/^Max open files +\d+ +(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'))?.[1]);
  expect(files).toBe(Math.min(65_536, allowed));
  const errors = logs.error.split('\n').filter((line) => allowed >= 65_536 || !line.includes('setrlimit(RLIMIT_NOFILE, 65536) failed'));
  expect(errors).toEqual(['']);
  // The id is nginx's own, whatever the client claims; node, answer and log all use it.
  expect(answer).toMatchObject({ status: 200, id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(JSON.parse(answer.text)).toEqual({ id: answer.id, address: '127.0.0.1' });
  expect(logs.access).toContain(`GET "/api/x" 200 `);
  expect(logs.access).toMatch(new RegExp(`127\\.0\\.0\\.1:8080 ${answer.id}\n`));
  expect(logs.access).not.toContain('canary-7193');
  expect(own).toMatchObject({ status: 404, id: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

it('one nginx worker can hold 10,000 sockets, each with two connections and two files', async () => {
  const shipped = await readFile(join(deploy, 'nginx.conf'), 'utf8');
  const number = (name: string): number => Number(new RegExp(`${name} (\\d+);`).exec(shipped)?.[1]);
  expect(number('worker_connections')).toBeGreaterThan(2 * 10_000);
  expect(number('worker_rlimit_nofile')).toBeGreaterThan(number('worker_connections'));
});
