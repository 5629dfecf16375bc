import { execFileSync } from 'node:child_process';
import { startOffice } from '../start-office.ts';

/*
 * Follows INSTALL.txt in the current folder, and prints the result. Run it in a network of its own, where nothing but
 * this machine can be reached; `--up` activates that first.
 */
const [up] = process.argv.slice(2);
if (up === '--up') execFileSync('ip', ['link', 'set', 'lo', 'up']);
const reaches = await fetch('http://192.0.2.1', { signal: AbortSignal.timeout(1000) }).then(
  () => 'somewhere',
  (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.name,
);
const settings = Object.fromEntries(Object.entries(process.env).map(([name, value = '']) => [name, value]));
const doctor = execFileSync('npx', ['back-office', 'doctor'], { encoding: 'utf8', env: settings });
const server = await startOffice(['node_modules/.bin/back-office', 'start'], process.cwd(), settings);
const config: unknown = await (await fetch(`${server.address}/api/config`)).json();
const page = await (await fetch(server.address)).text();
const script = /href="\/(assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'no script';
const { status, headers } = await fetch(`${server.address}/${script}`);
await server.stop();
process.stdout.write(
  JSON.stringify({ reaches, doctor, config, script: { status, type: headers.get('content-type') }, started: server.said() }),
);
