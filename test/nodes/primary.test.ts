import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { primaryOf } from '../../engine/server/testing/primary-of.ts';
import { until } from '../../engine/server/testing/until.ts';
import { startPostgres } from '../../scripts/lib/start-postgres.mjs';
import { ownerOf } from './run-as.ts';
import { startStandby } from './start-standby.ts';

const programs = process.env['NODES_POSTGRES'];
type Server = Awaited<ReturnType<typeof startPostgres>>;

describe('a cluster that is replaced by another, as by pg_upgrade, under nodes that run', () => {
  let first: Server;
  let promoted: Awaited<ReturnType<typeof startStandby>>;
  let upgraded: Server;
  let primary: ReturnType<typeof primaryOf>;
  beforeAll(async () => {
    [first, upgraded] = await Promise.all([startPostgres(programs, { durable: true }), startPostgres(programs, { durable: true })]);
    promoted = await startStandby(programs ?? '', first.url, ownerOf(await read(first.url, 'SHOW data_directory')));
    await promoted.promote();
    await until(async () => (await read(promoted.url, 'SELECT pg_is_in_recovery()::text')) === 'false');
    const hosts = [first.url, promoted.url, upgraded.url].map((url) => new URL(url).host).join(',');
    // One password for all of them, as a URL of several hosts has.
    await read(upgraded.url, `ALTER ROLE postgres PASSWORD '${new URL(first.url).password}'`);
    primary = primaryOf(first.url.replace(new URL(first.url).host, hosts));
  }, 120_000);
  afterAll(async () => {
    await primary?.close();
    await Promise.all([first?.stop(), promoted?.stop(), upgraded?.stop()]);
  });
  const portOfPrimary = () => new URL(primary.url).port;

  it('stays the one that they use while its server refuses those who ask, for whatever reason', async () => {
    const { host, password } = new URL(promoted.url);
    const other = new URL(upgraded.url).host;
    const role = `CREATE ROLE node LOGIN PASSWORD '${password}'`;
    await Promise.all([read(promoted.url, role), read(promoted.url.replace(host, other), role)]);
    const refused = primaryOf(promoted.url.replace(host, `${host},${other}`).replace('//postgres:', '//node:'));
    onTestFinished(() => refused.close());
    await refused.find();
    // Superusers are let in all the same.
    await read(promoted.url, 'ALTER ROLE node CONNECTION LIMIT 0');
    await read(promoted.url, `SELECT pg_terminate_backend(pid, 5000)::text FROM pg_stat_activity WHERE usename = 'node'`);
    for (let poll = 0; poll < 6; poll++)
      // oxlint-disable-next-line no-await-in-loop -- one poll after the other
      await expect(refused.find()).rejects.toThrow('None of the servers is a primary.');
    await read(promoted.url, 'ALTER ROLE node CONNECTION LIMIT -1');
    await refused.find();
    expect(new URL(refused.url).host).toBe(host);
  });

  it('stays the one that they use while it has a primary, even one that misses an answer, and is given up once it has none', async () => {
    await upgraded.end('SIGQUIT');
    await primary.find();
    expect(portOfPrimary()).toBe(new URL(promoted.url).port);
    await upgraded.start();
    await primary.find();
    expect(portOfPrimary()).toBe(new URL(promoted.url).port);
    await first.end('SIGQUIT');
    // One answer is missed: only the connection that is asked for the role stands still.
    const pid = Number(await read(promoted.url, `SELECT pid::text FROM pg_stat_activity WHERE application_name = 'back-office'`));
    process.kill(pid, 'SIGSTOP');
    const missed = primary.find().finally(() => process.kill(pid, 'SIGCONT'));
    await expect(missed).rejects.toThrow('None of the servers is a primary.');
    await primary.find();
    expect(portOfPrimary()).toBe(new URL(promoted.url).port);
    await first.start();
    await promoted.kill();
    // The former primary, which another has replaced, is still no way back, and keeps nodes from another cluster.
    await expect(primary.find()).rejects.toThrow('None of the servers is a primary.');
    await first.end('SIGQUIT');
    await expect(primary.find()).rejects.toThrow('None of the servers is a primary.');
    await until(() =>
      primary.find().then(
        () => true,
        () => false,
      ),
    );
    expect(portOfPrimary()).toBe(new URL(upgraded.url).port);
  });

  it('is used no more when it comes back, even if the other one does not answer', async () => {
    await first.start();
    await primary.find();
    expect(portOfPrimary()).toBe(new URL(upgraded.url).port);
    await upgraded.end('SIGQUIT');
    await expect(primary.find()).rejects.toThrow('None of the servers is a primary.');
    expect(primary.states.map(({ state }) => state)).toEqual(['old', 'gone', 'gone']);
  });
});

async function read(url: string, query: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(query);
    return Object.values(rows[0] ?? {})[0] ?? '';
  } finally {
    await client.end();
  }
}
