import type { Database } from '../../engine/server/platform/database/database.ts';
import { newId } from '../../engine/server/platform/database/new-id.ts';
import { measure, ms } from '../lib/measure.ts';

const rows = 500;

/** The cost of writing one operation log, alone in its transaction, with all indexes and without those that this project adds. */
export async function measureInserts({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const insert = async (): Promise<void> => {
    for (let at = 0; at < rows; at += 1) {
      await pool.query(
        `INSERT INTO sys_log_opt (id, user_account, user_name, opt_module, opt_type, opt_target, request_method, request_path, opt_status, opt_ip, duration, request_id, opt_time)
         VALUES ($1, 'user000123', '王建国', '用户', '修改', $2, 'POST', '/api/sys/user/save', '成功', '10.1.2.3', 12, $3, now())`,
        [newId(), `华东技术${at}组`, newId()],
      );
    }
  };
  const bulk = async (): Promise<void> => {
    await pool.query(`INSERT INTO sys_log_opt (id, user_account, user_name, opt_module, opt_type, opt_target, request_method, request_path, opt_status, opt_ip, duration)
      SELECT gen_random_uuid(), 'user' || n, bench_name(n), '用户', '新增', bench_name(n + 1), 'POST', '/api/sys/user/save-batch', '成功', '10.1.2.3', 12 FROM generate_series(1, 10000) n`);
  };
  const per = (time: number): string => ms(time / rows);
  const all = await measure(insert, 3);
  const together = await measure(bulk, 3);
  await pool.query('ALTER TABLE sys_log_opt DISABLE TRIGGER USER');
  const uncounted = await measure(insert, 3);
  await pool.query('DROP INDEX sys_log_opt_grams');
  const plain = await measure(insert, 3);
  const plainTogether = await measure(bulk, 3);
  await pool.query('ALTER TABLE sys_log_opt ENABLE TRIGGER USER');
  console.log(
    `\none log written: ${per(all.median)}; without its count ${per(uncounted.median)}; without count and grams ${per(plain.median)}`,
  );
  console.log(`10,000 logs in one statement: ${ms(together.median)}; without count and grams ${ms(plainTogether.median)}`);
}
