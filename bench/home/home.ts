import type { Context } from '../../engine/server/crud/context.ts';
import type { Database } from '../../engine/server/platform/database/database.ts';
import { allowLongWork } from '../../engine/server/platform/database/prepare-session.ts';
import { listNotices } from '../../sys/notices/server/list-notices.ts';
import { panelData } from '../../sys/home/server/panel-data.ts';
import type { Bench } from '../lib/bench.ts';
import { contextOf } from '../lib/context-of.ts';
import { measure, ms } from '../lib/measure.ts';

const batch = 50_000;

/** A tree of 500 organisations with ten children per parent; people are spread over them. */
const insertOrgs = `
  INSERT INTO sys_org (id, parent_id, org_name, org_code, org_status)
  SELECT md5('org' || n)::uuid, CASE WHEN n > 0 THEN md5('org' || (n - 1) / 10)::uuid END, '机构' || n, 'bench' || n, '正常' FROM generate_series(0, 499) n`;
const insertUsers = `
  INSERT INTO sys_user (id, create_time, user_account, user_name, user_password, user_status, sys_org_id)
  SELECT md5('user' || n)::uuid, now() - n * interval '20 minutes', 'bench' || n, '用户' || n, '-', '正常', md5('org' || n % 500)::uuid
  FROM generate_series($1::bigint, $2::bigint) n`;
const insertLogs = `
  INSERT INTO sys_log_opt (id, create_user, opt_module, opt_type, opt_status, opt_time)
  SELECT gen_random_uuid(), md5('user' || n * 7919 % $3::bigint)::uuid, (ARRAY['用户','角色','功能','机构','部门','地区','字典','通知公告','短信','文件'])[1 + n % 10],
    '修改', '成功', now() - n * interval '2.5 s'
  FROM generate_series($1::bigint, $2::bigint) n`;
/** Nine in ten are for an organisation, one in twenty each for everyone and for one person. */
const insertNotices = `
  INSERT INTO sys_msg (id, msg_title, msg_content, msg_scope, target_ids, msg_status, publish_time, announce_time)
  SELECT gen_random_uuid(), '通知' || n, repeat('内容', 500), CASE WHEN n % 20 = 0 THEN '全部' WHEN n % 20 = 1 THEN '用户' ELSE '机构' END,
    ARRAY[CASE WHEN n % 20 = 1 THEN md5('user' || n)::uuid ELSE md5('org' || n % 500)::uuid END], '已发布', now() - n * interval '1 minute', now()
  FROM generate_series($1::bigint, $2::bigint) n`;
const insertForAll = insertNotices.replace(/CASE WHEN n % 20 = 0.*?END,/s, "'全部',");

/** The home page with 1,000,000 operation logs of thirty days, and the bell with 10,000 notices and 100,000 people. */
export const home: Bench = async (database, scale) => {
  const [users, logs, notices] = [100_000, 1_000_000, 10_000].map((rows) => Math.round(rows * scale)) as [number, number, number];
  await fill(database, users, logs, notices);
  for (const [name, scopes] of [
    ['全部', ['全部']],
    ['本机构及下级, of the root', ['本机构及下级']],
    ['本机构 and 本人', ['本机构', '本人']],
    ['本人', ['本人']],
  ] as const) {
    const context = await scopedContext(database, scopes);
    const { median, slow, worst } = await measure(() => panelData(context), 30);
    console.log(`home, data scope ${name}: ${ms(median)} (slow ${ms(slow)}, worst ${ms(worst)}); limit 50 ms`);
  }
  const plain = await measure(
    () =>
      database.pool.query(
        "SELECT date_trunc('hour', opt_time), opt_module, count(*) FROM sys_log_opt WHERE opt_time > now() - interval '30 days' GROUP BY 1, 2",
      ),
    5,
  );
  console.log(`the same by counting the logs: ${ms(plain.median)}`);
  await bell(database, `of ${notices} notices`);
  await database.pool.query('TRUNCATE sys_msg CASCADE');
  await insert(database, insertForAll, notices, []);
  await database.pool.query('VACUUM (ANALYZE) sys_msg, sys_msg_target, sys_msg_read');
  await bell(database, `of ${notices} notices to everyone`);
};

async function bell({ db, pool }: Database, name: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>("SELECT md5('user77')::uuid AS id");
  const id = rows[0]?.id ?? '';
  for (const state of ['nothing read', 'all but one read']) {
    if (state !== 'nothing read')
      await pool.query('INSERT INTO sys_msg_read (sys_msg_id, sys_user_id) SELECT id, $1 FROM sys_msg OFFSET 1', [id]);
    const { unread, total } = await listNotices(db, id, { limit: '5' });
    const { median, slow } = await measure(() => listNotices(db, id, { limit: '5' }));
    console.log(`the newest five ${name}, ${state}: ${ms(median)} (slow ${ms(slow)}); ${total} to read, ${unread} unread`);
  }
}

async function fill(database: Database, users: number, logs: number, notices: number): Promise<void> {
  const { pool } = database;
  await pool.query(insertOrgs);
  await pool.query('DROP INDEX sys_user_grams, sys_log_opt_grams');
  await insert(database, insertUsers, users, []);
  await insert(database, insertLogs, logs, [users]);
  await insert(database, insertNotices, notices, []);
  for (const table of ['sys_user', 'sys_log_opt', 'sys_log_tally', 'sys_log_tally_new', 'sys_msg', 'sys_msg_target'])
    await pool.query(`VACUUM (ANALYZE) ${table}`);
}

async function insert({ pool }: Database, statement: string, rows: number, more: readonly unknown[]): Promise<void> {
  const client = await pool.connect();
  try {
    await allowLongWork(client);
    for (let first = 1; first <= rows; first += batch) await client.query(statement, [first, Math.min(rows, first + batch - 1), ...more]);
  } finally {
    client.release(true);
  }
}

/** A person in the root organisation, with roles of these data scopes. */
async function scopedContext(database: Database, dataScopes: readonly string[]): Promise<Context> {
  const { rows } = await database.pool.query<{ id: string }>("SELECT md5('user500')::uuid AS id");
  const user = { userId: rows[0]?.id ?? '', userAccount: 'bench', userName: '用户', roles: [], rights: { all: false, byResource: {} } };
  return contextOf(database, { ...user, dataScopes });
}
