import type { Database } from '../../engine/server/platform/database/database.ts';
import { adminToken, withBareServer, medianOf, formatTurn, type Turn } from '../lib/with-bare-server.ts';

const rounds = 5;
const lists = {
  'sys/user': 'sys/user/select-page?index=0&limit=10',
  'sys/msg': 'sys/msg/select-page?index=0&limit=10',
  'sys/user, a search': `sys/user/select-page?index=0&limit=10&like=userName:${encodeURIComponent('用户12')}`,
};

/**
 * The number of list pages per second from one node, beside the same statements through a bare node:http server and
 * `pg`, in alternating turns of the same run: at least half. The bare one is measured twice: with every query of a
 * request of ours, and without the look-up of the session.
 */
export async function listPage(database: Database, scale: number): Promise<void> {
  if (database.kind === 'embedded') return console.log('on PostgreSQL only: the embedded database belongs to one process');
  await fill(database, scale);
  const token = await adminToken(database);
  await withBareServer(database, Math.max(1, Math.round(4 * scale)), async ({ own, recorded, ours, bare }) => {
    for (const [name, path] of Object.entries(lists)) {
      const call = { url: `${own}/api/${path}`, token };
      const statements = await recorded(call);
      const turns: Record<'ours' | 'same' | 'list', Turn[]> = { ours: [], same: [], list: [] };
      for (let round = 0; round < rounds; round += 1) {
        turns.ours.push(await ours(call));
        turns.same.push(await bare(statements));
        turns.list.push(await bare(statements.filter(({ text }) => !text.includes('sys_session'))));
      }
      const rate = medianOf(turns.ours).rate;
      console.log(`${name}: ${formatTurn(medianOf(turns.ours))}, ${statements.length} statements each`);
      for (const [what, measured] of [
        ['the same statements', medianOf(turns.same)],
        ["without the session's", medianOf(turns.list)],
      ] as const)
        console.log(
          `  bare, ${what}: ${formatTurn(measured)}; ours gives ${(rate / measured.rate).toFixed(2)} of its pages (at least 0.5)`,
        );
    }
  });
}

async function fill({ pool }: Database, scale: number): Promise<void> {
  await pool.query(
    `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status)
     SELECT gen_random_uuid(), 'page' || n, '用户' || n, '', '正常' FROM generate_series(1, $1::integer) n`,
    [Math.round(2000 * scale)],
  );
  await pool.query(
    `INSERT INTO sys_msg (id, msg_title, msg_content, msg_scope, msg_status)
     SELECT gen_random_uuid(), '通知' || n, '<p>内容</p>', '全部', '草稿' FROM generate_series(1, $1::integer) n`,
    [Math.round(2000 * scale)],
  );
  await pool.query('VACUUM (ANALYZE) sys_user, sys_msg');
}
