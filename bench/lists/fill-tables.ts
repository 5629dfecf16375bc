import type pg from 'pg';
import type { Database } from '../../engine/server/platform/database/database.ts';
import { allowLongWork } from '../../engine/server/platform/database/prepare-session.ts';
import { labelPinyin } from '../../engine/server/platform/database/pinyin.ts';

const batch = 50_000;

/** Functions that generate the rows: a person's name from their number, with realistic frequencies. */
const helpers = `
  CREATE FUNCTION bench_letter(letters text, seed bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT substr(letters, 1 + ((hashint8(seed) & 2147483647) % length(letters)), 1) $$;
  CREATE FUNCTION bench_name(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT bench_letter('王王王王李李李李张张张刘刘陈陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕', n)
      || bench_letter('伟芳娜秀英敏静丽强磊军洋勇艳杰涛明超兰霞平刚桂文辉鑫宇婷雪浩博子涵梓轩欣怡思远嘉俊晨佳建国志华', n * 31 + 7)
      || CASE WHEN n % 10 < 7 THEN bench_letter('伟芳娜秀英敏静丽强磊军洋勇艳杰涛明超兰霞平刚桂文辉鑫宇婷雪浩博子涵梓轩欣怡思远嘉俊晨佳建国志华', n * 17 + 3) ELSE '' END $$;
  CREATE FUNCTION bench_word(words text[], seed bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT words[1 + (seed % array_length(words, 1))] $$;
  CREATE FUNCTION bench_id(moment timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT (left(id_at(moment)::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid $$;
`;

const insertUsers = `
  INSERT INTO sys_user (id, create_time, user_account, user_name, user_password, user_gender, user_phone, user_email, user_status)
  SELECT gen_random_uuid(), timestamptz '2024-01-01' + n * interval '10 min', 'user' || lpad(n::text, greatest(6, length(n::text)), '0'), bench_name(n), '-',
    bench_word('{男,女}', n), '13' || lpad((n * 7919 % 1000000000)::text, 9, '0'), 'user' || n || '@example.com', bench_word('{正常,正常,正常,正常,停用}', n)
  FROM generate_series($1::bigint, $2::bigint) n`;

/** A few people do most of the work: the number of the person is squared. Ids have the time of the line, as the server generates them. */
export const insertLogs = `
  INSERT INTO sys_log_opt (id, user_account, user_name, opt_module, opt_type, opt_target, request_method, request_path, opt_status, opt_message, opt_ip, duration, request_id, opt_time)
  SELECT bench_id(timestamptz '2025-01-01' + n * interval '20 s'), 'user' || lpad(person::text, 6, '0'), bench_name(person),
    bench_word('{用户,角色,功能,机构,部门,地区,字典,消息,短信,文件,会话,系统}', n), bench_word('{新增,修改,删除,导出,导入,授权}', n / 12),
    CASE WHEN n % 3 = 0 THEN bench_name(n * 13 % 100000) ELSE bench_word('{华东,华南,华北,西南,东北}', n) || bench_word('{销售,技术,财务,人事,行政}', n / 5) || n % 997 || '组' END,
    bench_word('{POST,POST,POST,DELETE,GET}', n), '/api/sys/' || bench_word('{user,role,function,org,dept,district,dict,msg,sms,file,session,system}', n) || bench_word('{/save,/save,/delete,/export,/save-batch}', n / 7),
    CASE WHEN n % 20 = 0 THEN '失败' ELSE '成功' END, CASE WHEN n % 20 = 0 THEN bench_word('{数据已被他人修改，请刷新后重试,没有操作权限,数据不存在或已被删除}', n / 20) END,
    '10.' || n % 200 || '.' || n % 251 || '.' || n % 13, (n * 7919 % 3000)::int, gen_random_uuid()::text, timestamptz '2025-01-01' + n * interval '20 s'
  FROM (SELECT n, 1 + (power(((hashint8(n) & 2147483647) % 100000) / 100000.0, 2) * 99999)::bigint AS person FROM generate_series($1::bigint, $2::bigint) n) s`;

/** Fills users and operation logs like years of use in a large company. Gram indexes are rebuilt afterwards, which is faster. */
export async function fillTables({ pool }: Pick<Database, 'pool'>, users: number, logs: number): Promise<void> {
  const client = await pool.connect();
  try {
    await allowLongWork(client);
    await client.query(helpers);
    await openMonths(client);
    await timed(`${users} users`, () =>
      withoutGrams(client, 'sys_user', async () => {
        await insert(client, insertUsers, users);
        await writePinyin(client);
      }),
    );
    await timed(`${logs} operation logs`, () => withoutGrams(client, 'sys_log_opt', () => insert(client, insertLogs, logs)));
    await timed('adding up the logs', () => addUp(client));
    // Here, since the embedded database has one connection, and its own maintenance would delay the measurements later.
    await timed('vacuum and analyze', async () => {
      for (const table of ['sys_user', 'sys_log_opt', 'sys_row_count', 'sys_log_tail']) await client.query(`VACUUM (ANALYZE) ${table}`);
    });
  } finally {
    client.release(true);
  }
}

/** The servers' job does this all the time: a page of a log adds the rest. */
async function addUp(client: pg.PoolClient): Promise<void> {
  for (let lines = batch; lines === batch;) {
    const { rows } = await client.query<{ lines: number }>('SELECT add_up_lines($1) AS lines', [batch]);
    lines = rows[0]?.lines ?? 0;
  }
}

/** As the server would have written it with each user; all at once, and before there is an index to maintain. */
async function writePinyin(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string; label: string }>('SELECT id, user_name AS label FROM sys_user');
  const pinyinOf = await labelPinyin();
  const pinyin = JSON.stringify(rows.map(({ id, label }) => ({ id, pinyin: pinyinOf(label) })));
  await client.query(
    'UPDATE sys_user t SET label_pinyin = x.pinyin FROM json_to_recordset($1::json) AS x(id uuid, pinyin text) WHERE t.id = x.id',
    [pinyin],
  );
}

async function insert(client: pg.ClientBase, statement: string, rows: number): Promise<void> {
  for (let first = 1; first <= rows; first += batch) await client.query(statement, [first, Math.min(rows, first + batch - 1)]);
}

/** Runs one of the statements above for so many rows, on a database that has none of the helper functions yet. */
export async function insertRows(client: pg.ClientBase, statement: string, rows: number): Promise<void> {
  await client.query(helpers);
  await openMonths(client);
  await insert(client, statement, rows);
}

/** As in a company that has always had monthly partitions. */
const openMonths = (client: pg.ClientBase): Promise<unknown> => client.query(`SELECT open_log_months('2025-01-01')`);

async function withoutGrams(client: pg.PoolClient, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ definition: string }>('SELECT indexdef AS definition FROM pg_indexes WHERE indexname = $1', [
    `${table}_grams`,
  ]);
  await client.query(`DROP INDEX ${table}_grams`);
  await work();
  const begin = performance.now();
  // The definition of a partitioned table's index is for the parent alone (ON ONLY).
  await client.query((rows[0]?.definition ?? '').replace(' ON ONLY ', ' ON '));
  const size = (of: string, measure: string): string =>
    `SELECT pg_size_pretty(coalesce((SELECT sum(${measure}(relid)) FROM pg_partition_tree(${of}::regclass)), ${measure}(${of}::regclass)))`;
  const { rows: sizes } = await client.query<{ grams: string; table: string; all: string }>(
    `SELECT (${size('$1', 'pg_relation_size')}) AS grams, (${size('$2', 'pg_relation_size')}) AS "table", (${size('$2', 'pg_total_relation_size')}) AS "all"`,
    [`${table}_grams`, table],
  );
  console.log(
    `${table}_grams made in ${seconds(begin)}; it takes ${sizes[0]?.grams}, the table ${sizes[0]?.table}, all of it ${sizes[0]?.all}`,
  );
}

async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const begin = performance.now();
  await work();
  console.log(`${name}: ${seconds(begin)}`);
}

const seconds = (begin: number): string => `${((performance.now() - begin) / 1000).toFixed(1)} s`;
