import type { Database } from '../../engine/server/platform/database/database.ts';
import { allowLongWork } from '../../engine/server/platform/database/prepare-session.ts';
import { adminToken, withBareServer, medianOf, type Pair, formatTurn, type Turn } from '../lib/with-bare-server.ts';
import type { Statement } from '../lib/server.ts';

const rounds = 5;
const people = 100_000;

/** A call of the product, and what a bare `node:http` and `pg` does instead with prepared statements. */
interface Line {
  readonly name: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly bare: readonly Statement[];
  /** The minimum, as a share of the bare one's rate. */
  readonly least: number;
}

/** Single records: one that is read, saves, and the first page of a long list, beside a minimal bare server. */
export async function records(database: Database, scale: number): Promise<void> {
  if (database.kind === 'embedded') return console.log('on PostgreSQL only: the embedded database belongs to one process');
  const lines = await fill(database, scale);
  const token = await adminToken(database);
  await withBareServer(database, Math.max(1, Math.round(4 * scale)), async (pair) => {
    for (const line of lines) await measureLine(pair, token, line);
  });
}

async function measureLine({ own, recorded, ours, bare }: Pair, token: string, line: Line): Promise<void> {
  const call = { url: `${own}/api/${line.path}`, token, ...(line.body === undefined ? {} : { body: JSON.stringify(line.body) }) };
  const statements = await recorded(call);
  const turns: Record<'ours' | 'bare', Turn[]> = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    turns.ours.push(await ours(call));
    turns.bare.push(await bare(line.bare));
  }
  const [ourMedian, bareMedian] = [medianOf(turns.ours), medianOf(turns.bare)];
  const ratio = ourMedian.rate / bareMedian.rate;
  console.log(`${line.name}: ${formatTurn(ourMedian)}, ${statements.length} statements each`);
  console.log(
    `  bare, ${line.bare.length === 1 ? 'one statement' : `${line.bare.length} statements`}: ${formatTurn(bareMedian)}; ours gives ${ratio.toFixed(3)} of it (at least ${line.least}${ratio < line.least ? ': NOT MET' : ''})`,
  );
  if (process.env['BENCH_STATEMENTS'] !== undefined) for (const { text } of statements) console.log(`    ${text.replaceAll(/\s+/g, ' ')}`);
}

async function fill({ pool }: Database, scale: number): Promise<Line[]> {
  const client = await pool.connect();
  await allowLongWork(client);
  await client.query(
    `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status)
     SELECT gen_random_uuid(), 'record' || n, '用户' || n, '', '正常' FROM generate_series(1, $1::integer) n`,
    [Math.round(people * scale)],
  );
  await client.query('CREATE TABLE bench_msg AS SELECT * FROM sys_msg WITH NO DATA');
  await client.query('ALTER TABLE bench_msg ADD PRIMARY KEY (id)');
  await client.query('VACUUM (ANALYZE) sys_user, sys_msg, sys_dict');
  client.release(true);
  await fillTrigrams(pool);
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM sys_user WHERE user_account = 'record7'`);
  const id = rows[0]?.id ?? '';
  const dict = await pool.query<{ id: string }>('SELECT id FROM sys_dict WHERE parent_id IS NULL LIMIT 1');
  const notice = { msgTitle: '停电通知', msgContent: '<p>周五停电</p>', msgScope: '全部', msgStatus: '草稿' };
  const insert = {
    name: 'insert',
    text: `INSERT INTO bench_msg (id, msg_title, msg_content, msg_scope, msg_status) VALUES (gen_random_uuid(), $1, $2, $3, $4) RETURNING *`,
    values: Object.values(notice),
  };
  return [
    {
      name: 'one record',
      path: `sys/user/select/${id}`,
      bare: [{ name: 'record', text: 'SELECT * FROM sys_user WHERE id = $1', values: [id] }],
      least: 0.2,
    },
    { name: 'save of a notice', path: 'sys/msg/save', body: notice, bare: [insert], least: 0.15 },
    {
      name: 'save of a dictionary word',
      path: 'sys/dict/save',
      body: { parentId: dict.rows[0]?.id, dictLabel: '颜色', dictValue: '[<id>]', dictValueType: 'String', dictStatus: '正常' },
      bare: [insert],
      least: 0.1,
    },
    {
      name: `first page of ${Math.round(people * scale)} people with their number`,
      path: 'sys/user/select-page?index=0&limit=10',
      bare: [{ name: 'page', text: 'SELECT * FROM sys_user ORDER BY create_time DESC, id DESC LIMIT 10', values: [] }],
      least: 0.25,
    },
    ...sought.map(substring),
  ];
}

/** Of 100,000 names, 1,111 contain the first text, where the rest of the request costs as much as the search, and 11,112 the second. */
const sought = [
  { text: '户12', held: 'a hundredth', least: 0.6 },
  { text: '用户1', held: 'a ninth', least: 1.3 },
];

/** The page and the total of a search, beside the same two queries on a separate table, with pg_trgm, as most would implement it. */
function substring({ text, held, least }: (typeof sought)[number]): Line {
  const values = [`%${text}%`];
  return {
    name: `a substring that ${held} of them hold, with its total`,
    path: `sys/user/select-page?index=0&limit=10&like=userName:${encodeURIComponent(text)}`,
    bare: [
      { name: 'found', text: 'SELECT * FROM bench_user WHERE user_name ILIKE $1 ORDER BY create_time DESC, id DESC LIMIT 10', values },
      { name: 'number', text: 'SELECT count(*) FROM bench_user WHERE user_name ILIKE $1', values },
    ],
    least,
  };
}

async function fillTrigrams(pool: Database['pool']): Promise<void> {
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  await pool.query('CREATE TABLE bench_user AS SELECT * FROM sys_user');
  await pool.query('ALTER TABLE bench_user ADD PRIMARY KEY (id)');
  await pool.query('CREATE INDEX ON bench_user USING gin (user_name gin_trgm_ops)');
  await pool.query('VACUUM (ANALYZE) bench_user');
}
