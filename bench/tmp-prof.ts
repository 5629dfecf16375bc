import { openBenchDatabase } from './lib/bench.ts';
import { adminToken } from './lib/beside-bare.ts';
import { writeFileSync } from 'node:fs';
const url = process.argv[2] ?? '';
const database = await openBenchDatabase('postgresql', '/tmp/x', url);
await database.pool.query(`INSERT INTO sys_user (id, user_account, user_name, user_password, user_status)
     SELECT gen_random_uuid(), 'bench' || n, '用户' || n, '', '正常' FROM generate_series(1, 50000) n`);
await database.pool.query('VACUUM (ANALYZE) sys_user, sys_msg, sys_dict');
const token = await adminToken(database);
const { rows } = await database.pool.query(`SELECT id FROM sys_user WHERE user_account = 'bench7'`);
writeFileSync('/tmp/prof.json', JSON.stringify({ token, id: rows[0].id }));
await database.close();
