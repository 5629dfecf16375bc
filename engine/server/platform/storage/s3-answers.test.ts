import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newKey } from './new-key.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/* Something between us and a store, such as a proxy whose session has expired, answers every call with 200 and a page of its own. */
let proxy: Server;
let storage: Storage;
beforeAll(async () => {
  proxy = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  storage = s3Storage({ endpoint: `http://127.0.0.1:${port}`, bucket: 'back-office', region: 'us-east-1', ...keys });
});
afterAll(async () => {
  await storage.close();
  proxy.close();
});

it.each([1, 9])('an object of %i MB does not count as stored unless the store confirms it', async (megabytes) => {
  const object = await storage.create(newKey());
  const stored = (async () => {
    for (let at = 0; at < megabytes; at += 1) await object.write(Buffer.alloc(1024 * 1024));
    await object.close();
  })();
  await expect(stored).rejects.toThrow('The store did not say that it has the bytes');
});
