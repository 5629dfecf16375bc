import { office } from '@back-office/app/office.ts';
import { sysServer } from '@back-office/sys/server.ts';
import { selectPage } from '../../engine/server/crud/select-page.ts';
import { searchRecords } from '../../sys/search/server/search-records.ts';
import { searchNotices } from '../../sys/notices/server/search-notices.ts';
import { adminContext } from '../lib/admin-context.ts';
import type { Bench } from '../lib/bench.ts';
import { measure, ms } from '../lib/measure.ts';
import { fillTables } from '../lists/fill-tables.ts';

const { resourceOf } = office;
const { features } = sysServer;

/** Published to everyone, over a year and a half. */
const insertNotices = `
  INSERT INTO sys_msg (id, msg_title, msg_content, msg_scope, msg_status, publish_time, announce_time, label_pinyin)
  SELECT gen_random_uuid(), bench_name(n) || '任职通知' || n, repeat('内容', 500), '全部', '已发布', now() - n * interval '1 hour', now(), 'renzhitongzhi rztz'
  FROM generate_series(1, $1::bigint) n`;

/** The global search among 100,000 users and 10,000 notices, beside the same search in the list of users. */
export const find: Bench = async (database, scale) => {
  await fillTables(database, Math.round(100_000 * scale), 1);
  await database.pool.query(insertNotices, [Math.round(10_000 * scale)]);
  await database.pool.query('VACUUM (ANALYZE) sys_msg, sys_msg_target');
  const context = adminContext(database);
  const users = resourceOf('sys/user');
  for (const typed of ['建国', 'pjg', 'zh', '彭', '王伟', 'user0999', '通知', 'rztz', '伟王国', 'a']) {
    const { groups } = await searchRecords(context, features, typed);
    const found = await measure(() => searchRecords(context, features, typed));
    const notices = await measure(() => searchNotices(context, typed, 5));
    const list = await measure(() => selectPage(context, users, { like: `userName:${typed}` }));
    const names = groups.map(({ title, items, more }) => `${title} ${items.length}${more ? '+' : ''}`).join(', ');
    console.log(
      `${typed}: ${ms(found.median)} (slow ${ms(found.slow)}), of which one's own notices ${ms(notices.median)}; the list of users ${ms(list.median)}, ratio ${(found.median / list.median).toFixed(1)}; ${names}`,
    );
  }
};
