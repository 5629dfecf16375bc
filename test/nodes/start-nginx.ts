import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../server/src/testing/until.ts';
import { makeCertificate } from './make-certificate.ts';
import { takesConnections } from './takes-connections.ts';

export interface Nginx {
  /** The certificate that it shows. */
  readonly certificate: string;
  /** Everything that it has logged. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

interface Places {
  readonly http: number;
  readonly https: number;
  readonly nodes: readonly [number, number];
}

const shipped = join(import.meta.dirname, '../../deploy/nginx.conf');

/**
 * Starts nginx with the configuration of deploy/, in which nothing is changed but the ports, the nodes' addresses and
 * where temporary files lie: what is shipped is what is tested. Throws when a place to change is not found.
 */
export async function startNginx(program: string, folder: string, places: Places): Promise<Nginx> {
  await mkdir(join(folder, 'certificates'), { recursive: true });
  const certificate = makeCertificate(join(folder, 'certificates'));
  const configuration = join(folder, 'nginx.conf');
  await writeFile(configuration, localize(await readFile(shipped, 'utf8'), folder, places));
  // A pipe of Node is a socket, which cannot be opened by the name /dev/stdout.
  const file = join(folder, 'nginx.log');
  const log = await open(file, 'a');
  const globals = `daemon off; pid ${join(folder, 'nginx.pid')};${process.getuid?.() === 0 ? ' user root;' : ''}`;
  const server = spawn(program, ['-p', folder, '-c', configuration, '-g', globals], { stdio: ['ignore', log.fd, log.fd] });
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

function localize(text: string, folder: string, { http, https, nodes }: Places): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${join(folder, of)};`);
  const places: [string, string, number][] = [
    ['server node1:8080', `server 127.0.0.1:${nodes[0]}`, 2],
    ['server node2:8080', `server 127.0.0.1:${nodes[1]}`, 2],
    ['listen 80;', `listen 127.0.0.1:${http};`, 1],
    ['listen 443 ', `listen 127.0.0.1:${https} `, 1],
    ['http {', `http {\n${temporary.join('\n')}`, 1],
  ];
  let local = text;
  for (const [from, to, times] of places) {
    if (local.split(from).length !== times + 1) throw new Error(`deploy/nginx.conf holds ${from} not ${times} times.`);
    local = local.replaceAll(from, () => to);
  }
  return local;
}
