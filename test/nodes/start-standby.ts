import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../../engine/server/testing/until.ts';
import { freePorts } from './free-ports.ts';
import { give, type RunAs } from './run-as.ts';

/** Creates a replica of the PostgreSQL of `url`, and returns its address. */
export async function startStandby(programs: string, url: string, owner: RunAs) {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-standby-'));
  give(folder, owner);
  const { hostname, port: primary, username, password } = new URL(url);
  const args = ['-h', hostname, '-p', primary, '-U', username, '-D', folder, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  const copy = spawnSync(join(programs, 'pg_basebackup'), args, { env: { ...process.env, PGPASSWORD: password }, cwd: folder, ...owner });
  if (copy.status !== 0) throw new Error(`pg_basebackup failed: ${String(copy.stderr)}`);
  chmodSync(folder, 0o700);
  const [port = 0] = await freePorts(1);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'].flatMap((each) => ['-c', each]);
  const server = spawn(join(programs, 'postgres'), ['-D', folder, '-p', String(port), ...settings], {
    stdio: 'ignore',
    cwd: folder,
    ...owner,
  });
  const ended = once(server, 'exit');
  const standbyUrl = new URL(url);
  standbyUrl.port = String(port);
  await until(async () => {
    const client = new pg.Client({ connectionString: standbyUrl.href });
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end();
    return answers;
  }, 30_000);
  return {
    url: standbyUrl.href,
    /** Promotes it to a primary that no longer needs the old one. */
    promote: async () => {
      const client = new pg.Client({ connectionString: standbyUrl.href });
      await client.connect();
      await client.query('SELECT pg_promote()');
      await client.end();
    },
    /** Kills it, like a failing machine; `stop` still cleans up. */
    kill: async () => {
      server.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      server.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
