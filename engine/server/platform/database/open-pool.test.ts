import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isUnavailable } from './database-errors.ts';
import { explainConnectionError } from './explain-connection-error.ts';
import { openPool } from './open-pool.ts';

/* A server that accepts every connection, and closes it at the first query. */
const welcome = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), // AuthenticationOk
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]), // ReadyForQuery
]);
const server = createServer((socket: Socket) => {
  socket.once('data', () => {
    socket.write(welcome);
    socket.once('data', () => socket.destroy());
  });
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

it('a connection that breaks during a query rejects that query, and does not end the process', async () => {
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  try {
    const pool = openPool({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'x', password: 'x', database: 'x' });
    const client = await pool.connect();
    await expect(client.query('SELECT')).rejects.toThrow('Connection terminated unexpectedly');
    client.release(true);
    await pool.end();
    expect(uncaught).not.toHaveBeenCalled();
  } finally {
    process.off('uncaughtException', uncaught);
  }
});

/** A server that refuses every connection with a code, or has no TLS. */
async function openRefusing(code: string): Promise<{ port: number; close: () => void }> {
  const refusing = createServer((socket: Socket) => {
    const fields = Buffer.from(`SFATAL\0C${code}\0Mnot today\0\0`);
    const answer = Buffer.alloc(5 + fields.length, 'E');
    answer.writeInt32BE(4 + fields.length, 1);
    fields.copy(answer, 5);
    socket.once('data', () => socket.end(code === '' ? 'N' : answer));
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  return { port: (refusing.address() as AddressInfo).port, close: () => void refusing.close() };
}

it.each(['28P01', '28000', '3D000', '42501', '55000', ''])(
  'a connection that cannot be opened (%j) means that the database is not available',
  async (code) => {
    const refusing = await openRefusing(code);
    const onFailure = vi.fn();
    const pool = openPool(
      { host: '127.0.0.1', port: refusing.port, user: 'x', password: 'x', database: 'x', ssl: code === '' },
      { onFailure },
    );
    const error: unknown = await pool.query('SELECT').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(isUnavailable(error)).toBe(true);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(error);
    await pool.end();
    refusing.close();
  },
);

it('a new connection that cannot be prepared means the same', async () => {
  const refused = Object.assign(new Error('no right'), { code: '42501' });
  const onConnect = (): Promise<void> => Promise.reject(refused);
  const { port } = server.address() as AddressInfo;
  const pool = openPool({ host: '127.0.0.1', port, user: 'x', password: 'x', database: 'x', onConnect });
  await expect(pool.connect()).rejects.toBe(refused);
  expect(isUnavailable(refused)).toBe(true);
  await pool.end();
});

it('a certificate without a name, as of an empty variable, is none, and the last of several counts', async () => {
  const { port } = server.address() as AddressInfo;
  for (const files of ['sslrootcert=', 'sslrootcert=/no/such/ca.pem&sslrootcert=']) {
    const pool = openPool({ connectionString: `postgres://x:x@127.0.0.1:${port}/x?sslmode=disable&${files}`, max: 1 });
    (await pool.connect()).release();
    await pool.end();
  }
});

it('a certificate that can no longer be read fails the next connection, also one that was waited for, and does not end the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'back-office-certificate-'));
  const file = join(folder, 'ca.pem');
  await writeFile(file, '');
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  try {
    const onFailure = vi.fn();
    const { port } = server.address() as AddressInfo;
    const url = `postgres://x:x@127.0.0.1:${port}/x?sslmode=disable&sslrootcert=${encodeURIComponent(file)}`;
    const pool = openPool({ connectionString: url, max: 1 }, { onFailure });
    const client = await pool.connect();
    const waiting = pool.connect().catch((reason: unknown) => reason);
    const sentence = (code: string): string =>
      `The file ${file} (sslrootcert in DATABASE_URL) cannot be read (${code}): put it there, readable by this user, or correct DATABASE_URL.`;
    await rm(file);
    client.release(true);
    const gone = await waiting;
    expect(explainConnectionError(gone, url, 'UTC').message).toBe(sentence('ENOENT'));
    await mkdir(file);
    const spoilt: unknown = await pool.query('SELECT').catch((reason: unknown) => reason);
    expect(explainConnectionError(spoilt, url, 'UTC').message).toBe(sentence('EISDIR'));
    expect([gone, spoilt].map(isUnavailable)).toEqual([true, true]);
    expect(onFailure.mock.calls).toEqual([[gone], [spoilt]]);
    await rm(file, { recursive: true });
    await writeFile(file, '');
    (await pool.connect()).release();
    await pool.end();
    expect(uncaught).not.toHaveBeenCalled();
  } finally {
    process.off('uncaughtException', uncaught);
    await rm(folder, { recursive: true });
  }
});
