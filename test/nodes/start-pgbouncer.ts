import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../engine/server/testing/until.ts';
import { freePorts } from './free-ports.ts';
import { give, type RunAs } from './run-as.ts';
import { takesConnections } from './takes-connections.ts';

/** Starts a PgBouncer in front of the database of `url`, and returns the address through it. */
export async function startPgbouncer(mode: 'session' | 'transaction' | 'statement', url: string, owner: RunAs) {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-pgbouncer-'));
  const [port = 0] = await freePorts(1);
  const { hostname, port: serverPort, username, password, pathname } = new URL(url);
  const database = pathname.slice(1);
  const lines = [
    '[databases]',
    `${database} = host=${hostname} port=${serverPort} dbname=${database} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`);
  for (const path of [folder, file]) give(path, owner);
  const server = spawn(process.env['NODES_PGBOUNCER'] ?? 'pgbouncer', ['-q', file], { stdio: 'ignore', ...owner });
  const ended = once(server, 'exit');
  await until(() => takesConnections(port));
  const through = new URL(url);
  through.port = String(port);
  return {
    url: through.href,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
