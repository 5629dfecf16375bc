import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../engine/server/testing/until.ts';
import { makeCertificate } from '../../engine/server/testing/make-certificate.ts';
import { takesConnections } from './takes-connections.ts';

export interface Nginx {
  /** Its certificate. */
  readonly certificate: string;
  /** Its log so far. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

interface Places {
  readonly http: number;
  readonly https: number;
  readonly nodes: readonly [number, number];
}

const deploy = join(import.meta.dirname, '../../deploy');

/**
 * Starts nginx with the configuration of deploy/, changing only the ports, the nodes' addresses and the places of its
 * own files (`shipped-nginx.test.ts` runs it unchanged). Throws if a place to change is not found.
 */
export async function startNginx(program: string, folder: string, places: Places): Promise<Nginx> {
  await mkdir(join(folder, 'certificates'), { recursive: true });
  const certificate = makeCertificate(join(folder, 'certificates'));
  const configuration = join(folder, 'nginx.conf');
  await writeFile(configuration, localize(await readFile(join(deploy, 'nginx.conf'), 'utf8'), folder, places));
  const nodes = await readFile(join(deploy, 'compose-nodes.conf'), 'utf8');
  await writeFile(
    join(folder, 'nodes.conf'),
    replaced(
      nodes,
      places.nodes.map((port, at) => [`node${at + 1}:8080`, `127.0.0.1:${port}`, 2]),
    ),
  );
  // Its workers run as another user if this is root.
  await chmod(folder, 0o711);
  const file = join(folder, 'nginx.log');
  const log = await open(file, 'a');
  const server = spawn(program, ['-p', folder, '-c', configuration, '-g', 'daemon off;'], { stdio: ['ignore', log.fd, log.fd] });
  await log.close();
  const ended = once(server, 'exit');
  const text = () => readFile(file, 'utf8');
  await until(async () => {
    if (server.exitCode !== null) throw new Error(`nginx did not start:\n${await text()}`);
    return takesConnections(places.https);
  });
  return {
    certificate,
    log: text,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

function localize(text: string, folder: string, { http, https }: Places): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${join(folder, of)};`);
  return replaced(text, [
    ['/run/nginx.pid', join(folder, 'nginx.pid'), 1],
    ['/var/log/nginx/access.log', join(folder, 'nginx.log'), 1],
    ['/var/log/nginx/error.log', join(folder, 'nginx.log'), 1],
    ['listen 80;', `listen 127.0.0.1:${http};`, 1],
    ['listen 443 ', `listen 127.0.0.1:${https} `, 1],
    ['http {', `http {\n${temporary.join('\n')}`, 1],
  ]);
}

/** The text with each of the places replaced, which must occur exactly this many times. */
function replaced(text: string, places: readonly (readonly [from: string, to: string, times: number])[]): string {
  let local = text;
  for (const [from, to, times] of places) {
    if (local.split(from).length !== times + 1) throw new Error(`A file of deploy/ holds ${from} not ${times} times.`);
    local = local.replaceAll(from, () => to);
  }
  return local;
}
