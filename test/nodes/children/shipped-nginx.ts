import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * Runs in a network and mounts of its own (`unshare --net --mount`): mounts the given folder over /etc/nginx, starts nginx as
 * Debian's nginx.service does, sends it a request and prints the observations as JSON.
 */
const [program = '', folder = ''] = process.argv.slice(2);
const master = 'daemon on; master_process on;';
const pidFile = '/run/nginx.pid';

/** As under systemd: the output goes to a socket, not a file. */
function run(command: string, ...args: string[]): void {
  const { status, stderr, stdout, error } = spawnSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
}

async function ask(path: string) {
  const agent = new Agent({ ca: readFileSync('/etc/nginx/certificates/fullchain.pem'), servername: 'localhost' });
  const asked = request({ host: '127.0.0.1', port: 443, path, agent, headers: { 'x-request-id': 'claimed-by-a-client' } }).end();
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  return { status: response.statusCode, id: response.headers['x-request-id'], text: await text(response) };
}

/** The worker processes of the nginx master. */
const workers = (): number[] => {
  const parent = readFileSync(pidFile, 'utf8').trim();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statusOf(name).includes(`PPid:\t${parent}\n`))
    .map(Number);
};

function statusOf(pid: number | string): string {
  const file = `/proc/${pid}/status`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

run('ip', 'link', 'set', 'lo', 'up');
for (const place of ['/run', '/var/log/nginx', '/var/lib/nginx']) {
  mkdirSync(place, { recursive: true });
  run('mount', '-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', place);
}
mkdirSync('/etc/nginx', { recursive: true });
run('mount', '--bind', folder, '/etc/nginx');

const node = createServer((asked, response) => {
  const id = String(asked.headers['x-request-id']);
  response.setHeader('x-request-id', id);
  response.end(JSON.stringify({ id, address: asked.headers['x-forwarded-for'] }));
}).listen(8080, '127.0.0.1');
await once(node, 'listening');

run(program, '-t', '-q', '-g', master);
run(program, '-g', master);
const started = existsSync(pidFile);
const answer = await ask('/api/x?secret=canary-7193');
const own = await ask('/metrics');
const [worker = 0] = workers();
const status = statusOf(worker);
const files = /^Max open files +(\d+)/m.exec(readFileSync(`/proc/${worker}/limits`, 'utf8'))?.[1];
run(program, '-g', master, '-s', 'reload');
await wait(300);
const reloaded = await ask('/api/x');
run(program, '-g', master, '-s', 'quit');
while (existsSync(pidFile)) await wait(20);
const logs = { access: readFileSync('/var/log/nginx/access.log', 'utf8'), error: readFileSync('/var/log/nginx/error.log', 'utf8') };
const user = /^Uid:\t(\d+)/m.exec(status)?.[1];
process.stdout.write(JSON.stringify({ started, answer, own, reloaded: reloaded.status, user, files: Number(files), logs }));
process.exit(0);
