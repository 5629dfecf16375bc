import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/lib/start-postgres.mjs';
import { refusalOfDatabase } from '../../app/testing/server/refusal-of-database.ts';
import { makeCertificate } from '../../engine/server/testing/make-certificate.ts';
import { give, ownerOf, type RunAs } from './run-as.ts';
import { startPgbouncer } from './start-pgbouncer.ts';
import { startStandby } from './start-standby.ts';

/* A PostgreSQL that the server cannot use: a message that names the cause and the cure, tested with the real programs. */
const programs = process.env['NODES_POSTGRES'] ?? '';
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let owner: RunAs;
let server: pg.Client;
beforeAll(async () => {
  postgres = await startPostgres(programs);
  server = new pg.Client({ connectionString: postgres.url });
  await server.connect();
  const { rows } = await server.query<{ data_directory: string }>('SHOW data_directory');
  owner = ownerOf(rows[0]?.data_directory ?? '');
}, 180_000);
afterAll(async () => {
  await server?.end();
  await postgres?.stop();
});

const withParameters = (url: string, parameters: Readonly<Record<string, string>>): string => {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
};

it.each(['transaction', 'statement'] as const)('detects a pooler in mode %s', async (mode) => {
  const pooler = await startPgbouncer(mode, postgres.url, owner);
  try {
    expect(await refusalOfDatabase(pooler.url)).toBe(
      'DATABASE_URL leads to a pooler that shares connections by transaction or statement (such as PgBouncer with pool_mode = transaction): ' +
        'settings, locks and LISTEN would get lost. Name PostgreSQL itself in DATABASE_URL, or a pool with pool_mode = session; ' +
        'servers, but no other commands, work with a pool by transaction where LIVE_BUS=poll is set.',
    );
    // With transaction pooling rows can be read, if the role has the settings; with statement pooling never.
    expect(await refusalOfDatabase(pooler.url, { liveBus: 'poll' })).toMatch(
      mode === 'statement'
        ? /^DATABASE_URL leads to a pooler that allows no transactions \(/
        : /^DATABASE_URL leads to a pooler that shares connections, where no session can set anything for itself/,
    );
  } finally {
    await pooler.stop();
  }
});

it('detects a busy pooler, and accepts one in mode session', async () => {
  const [shared, own] = await Promise.all([
    startPgbouncer('transaction', postgres.url, owner),
    startPgbouncer('session', postgres.url, owner),
  ]);
  const others = new pg.Pool({ connectionString: shared.url, max: 8 });
  let isBusy = true;
  const busy = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (isBusy) await others.query('SELECT pg_sleep(random() * 0.003)');
    }),
  );
  try {
    for (let at = 0; at < 5; at += 1) expect(await refusalOfDatabase(shared.url)).toContain('DATABASE_URL leads to a pooler');
    expect(await refusalOfDatabase(own.url)).toBeUndefined();
  } finally {
    isBusy = false;
    await busy;
    await others.end();
    await Promise.all([shared.stop(), own.stop()]);
  }
});

it('detects a replica, and a server that is set to read-only', { timeout: 120_000 }, async () => {
  const standby = await startStandby(programs, postgres.url, owner);
  try {
    expect(await refusalOfDatabase(standby.url)).toBe(
      'The database of DATABASE_URL is a replica, in which nothing can be changed: name the primary in DATABASE_URL, or promote the replica (SELECT pg_promote()).',
    );
  } finally {
    await standby.stop();
  }
  expect(await refusalOfDatabase(withParameters(postgres.url, { options: '-c default_transaction_read_only=on' }))).toMatch(
    /^The database of DATABASE_URL is read-only: set default_transaction_read_only = off/,
  );
});

it('says what is wrong with TLS, and how to fix it', { timeout: 120_000 }, async () => {
  const place = new URL(postgres.url).host;
  const untrusted = `The connection to the database server ${place} is not trusted`;
  const verified = { sslmode: 'verify-full' };
  expect(await refusalOfDatabase(withParameters(postgres.url, verified))).toBe(
    `${untrusted} (The server does not support SSL connections): set ssl = on for that server, or take sslmode out of DATABASE_URL.`,
  );
  const certificates = await mkdtemp(join(tmpdir(), 'back-office-tls-'));
  makeCertificate(certificates, 'DNS:db.example.com');
  const [key, certificate] = [join(certificates, 'privkey.pem'), join(certificates, 'fullchain.pem')];
  for (const path of [certificates, key, certificate]) give(path, owner);
  for (const [name, value] of Object.entries({ ssl_cert_file: certificate, ssl_key_file: key, ssl: 'on' })) {
    await server.query(`ALTER SYSTEM SET ${name} = ${pg.escapeLiteral(value)}`);
  }
  await server.query('SELECT pg_reload_conf()');
  const [unknown, otherName, noFile, noPem] = await Promise.all([
    refusalOfDatabase(withParameters(postgres.url, verified)),
    refusalOfDatabase(withParameters(postgres.url, { ...verified, sslrootcert: certificate })),
    refusalOfDatabase(withParameters(postgres.url, { ...verified, sslrootcert: '/no/such/ca.pem' })),
    refusalOfDatabase(withParameters(postgres.url, { ...verified, sslcert: import.meta.filename })),
  ]);
  expect(unknown).toBe(
    `${untrusted} (DEPTH_ZERO_SELF_SIGNED_CERT): nobody who is trusted here has signed its certificate; name the file of who did by sslrootcert in DATABASE_URL.`,
  );
  expect(otherName).toBe(
    `${untrusted} (ERR_TLS_CERT_ALTNAME_INVALID): its certificate is for another name (DNS:db.example.com); ` +
      'name the server so in DATABASE_URL, or give it a certificate of this name.',
  );
  expect(noFile).toBe(
    'The file /no/such/ca.pem (sslrootcert in DATABASE_URL) cannot be read (ENOENT): put it there, readable by this user, or correct DATABASE_URL.',
  );
  expect(noPem).toMatch(/see that sslrootcert, sslcert and sslkey name files in PEM/);
  await rm(certificates, { recursive: true });
});
