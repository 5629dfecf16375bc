import { openDatabase } from '../../platform/database/open-database.ts';
import { silentLog } from '../silent-log.ts';

/*
 * A process that tests kill while it writes: several clients insert a parent and its two
 * children in one transaction each, and print the parent's id only when the commit was answered.
 */
const [dataDir = '', clients = '4', limit = 'Infinity'] = process.argv.slice(2);
const database = await openDatabase({ dataDir, timeZone: 'Asia/Shanghai', log: silentLog });
await database.pool.query(`create table if not exists parent (id bigint generated always as identity primary key, note text);
  create table if not exists child (id bigint generated always as identity primary key, parent bigint references parent)`);

let left = Number(limit);
async function write(): Promise<void> {
  while (left-- > 0) {
    const client = await database.pool.connect();
    await client.query('begin');
    const { rows } = await client.query('insert into parent (note) values ($1) returning id', ['x'.repeat(Math.random() * 2000)]);
    await client.query('insert into child (parent) values ($1), ($1)', [rows[0].id]);
    await client.query('commit');
    client.release();
    process.stdout.write(`${rows[0].id}\n`);
  }
}

process.stdout.write('writing\n');
await Promise.all(Array.from({ length: Number(clients) }, write));
await database.close();
