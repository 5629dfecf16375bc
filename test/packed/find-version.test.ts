import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findVersion } from '../../scripts/lib/upgrade/find-version.mjs';

/* The target of `npx back-office upgrade`, which npm itself looks up in a registry. */
const versions = ['2.0.0', '2.1.0', '2.2.0'];
const registry = createServer((request, response) => {
  const known = request.url === '/back-office';
  response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
  const each = (version: string) => [version, { name: 'back-office', version, dist: { tarball: `http://localhost/${version}.tgz` } }];
  const all = { name: 'back-office', 'dist-tags': { latest: '2.1.0' }, versions: Object.fromEntries(versions.map(each)) };
  response.end(JSON.stringify(known ? all : {}));
});
const before = { ...process.env };

beforeAll(async () => {
  await new Promise<void>((ready) => void registry.listen(0, '127.0.0.1', ready));
  const { port } = registry.address() as AddressInfo;
  Object.assign(process.env, { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' });
});
afterAll(() => {
  registry.close();
  process.env = before;
});

it('finds the version that the registry marks as latest, or the version that is named', { timeout: 60_000 }, async () => {
  expect(await findVersion(undefined)).toMatchObject({ current: '2.0.0', version: '2.1.0', from: 'back-office@2.1.0', archive: undefined });
  expect(await findVersion('2.2.0')).toMatchObject({ version: '2.2.0', from: 'back-office@2.2.0' });
});

it('explains in a sentence that there is no such version', { timeout: 60_000 }, async () => {
  await expect(findVersion('2.0.0')).rejects.toThrow('已经是 2.0.0，没有更新的版本。');
  await expect(findVersion('9.9.9')).rejects.toThrow('npm 没有找到 back-office@9.9.9；没有网络时给出安装包');
  await expect(findVersion('../nowhere.tgz')).rejects.toThrow('nowhere.tgz');
});
