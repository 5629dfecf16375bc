import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rememberingLookup } from '@back-office/server/platform/database/database-socket.ts';
import { boundLookups } from '../bound-lookups.ts';

/*
 * Runs in a network and mounts of its own (`unshare --net --mount`), with a name server that accepts every query and answers none.
 * Prints, as JSON, the order in which names were found or given up, and how many seconds the last one took.
 */
const [folder = ''] = process.argv.slice(2);

/** Mounts a file of ours over the system's. */
function replace(name: string, text: string): void {
  const own = join(folder, name);
  writeFileSync(own, text);
  const { status, stderr } = spawnSync('mount', ['--bind', own, `/etc/${name}`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

spawnSync('ip', ['link', 'set', 'lo', 'up']);
replace('resolv.conf', 'nameserver 127.0.0.77\n');
replace('hosts', '127.0.0.1 localhost database.example\n');
replace('nsswitch.conf', 'hosts: files dns\n');
const silent = createSocket('udp4').bind(53, '127.0.0.77');
await once(silent, 'listening');

boundLookups(process.env);
const find = rememberingLookup();
const database = () => new Promise((found) => find('database.example', { family: 4 }, (_error, address) => found(address)));
const first = await database();
const begin = performance.now();
const order: unknown[] = [];
const others = ['directory.example', 'mail.example'].map(
  (name) => new Promise<void>((done) => lookup(name, (error) => done(void order.push(error?.code)))),
);
await database().then((address) => order.push(address));
await Promise.all(others);
silent.close();
process.stdout.write(JSON.stringify({ first, order, seconds: (performance.now() - begin) / 1000 }));
