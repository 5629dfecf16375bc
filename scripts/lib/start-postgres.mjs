import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputOf, endChild, run } from './run.mjs';
import { onStop } from './stop.mjs';

// The machine's power stays on: without these the tests wait for the disk.
const speed = ['fsync=off', 'full_page_writes=off'];

/**
 * Starts a PostgreSQL of our own in a temporary folder on a free loopback port, and returns { url, end, start, restart,
 * stop, owner }. `end(signal)` ends it, by SIGQUIT like a crash, `start` starts it again, `restart` does both; with `durable`
 * committed data then survives. `stop` stops and removes it, as does the end of this process. With a password, since
 * others may use the machine. With `fsync` each COMMIT is on disk, as in production. `more` are settings such as
 * `archive_mode=on`; `root` is the parent of its folder; `owner` is the user that it runs as, if that is another.
 */
export async function startPostgres(programs, { durable = false, fsync = false, more = [''], root = tmpdir() } = {}) {
  const kept = fsync ? [] : [...speed, `synchronous_commit=${durable ? 'on' : 'off'}`];
  const settings = ['max_connections=200', ...kept, ...more.filter(Boolean)];
  const folder = mkdtempSync(join(root, 'back-office-postgres-'));
  let server;
  const forget = onStop(remove);
  async function remove() {
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
    if (server) await endChild(server, 'SIGINT');
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    const owner = await assignOwner(folder);
    const password = randomBytes(16).toString('hex');
    await createCluster(programs, folder, password, owner);
    const port = await freePort();
    const start = async () => {
      server = await listen(programs, folder, { port, owner, settings });
    };
    await start();
    const end = (signal) => endChild(server, signal);
    const restart = async (signal) => {
      await end(signal);
      await start();
    };
    const stop = async () => {
      forget();
      await remove();
    };
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, end, start, restart, stop, owner };
  } catch (error) {
    forget();
    await remove();
    throw error;
  }
}

/** PostgreSQL refuses to run as root: there it runs as the user postgres, or as nobody. */
async function assignOwner(folder) {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    const uid = Number(await outputOf('id', ['-u', user]));
    const gid = Number(await outputOf('id', ['-g', user]));
    if (!(uid > 0 && gid > 0)) continue;
    chownSync(folder, uid, gid);
    return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody.');
}

async function createCluster(programs, folder, password, owner) {
  const secret = join(folder, 'password');
  writeFileSync(secret, password, { mode: 0o600 });
  if (owner.uid) chownSync(secret, owner.uid, owner.gid);
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const args = [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    '-E',
    'UTF8',
    `--locale=${locale}`,
    '--no-sync',
  ];
  const { code, output } = await run(join(programs, 'initdb'), args, { cwd: folder, quiet: true, owner });
  rmSync(secret, { force: true });
  if (code !== 0) throw new Error(`PostgreSQL: initdb failed.\n${output}`);
}

function listen(programs, folder, { port, owner, settings }) {
  const args = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].flatMap((setting) => ['-c', setting]);
  const server = spawn(join(programs, 'postgres'), ['-D', join(folder, 'data'), '-p', String(port), ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...owner,
  });
  return new Promise((ready, fail) => {
    let log = '';
    const failStart = (why) => fail(new Error(`PostgreSQL did not start: ${why}\n${log}`));
    server.on('error', (error) => failStart(error.message));
    server.on('exit', (code) => failStart(`exit code ${code}`));
    server.stderr.on('data', (text) => {
      log = (log + text).slice(-10_000);
      if (log.includes('ready to accept connections')) ready(server);
    });
  });
}

/** Outside the range that systems assign to connections (on Linux from 32768): such a port may be assigned before PostgreSQL listens. */
function freePort() {
  const port = randomInt(20_000, 32_768);
  return new Promise((found, fail) => {
    const probe = createServer();
    probe.on('error', (error) => (error.code === 'EADDRINUSE' ? found(freePort()) : fail(error)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => found(port)));
  });
}
