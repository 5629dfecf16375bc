import { outcomes } from '@back-office/contract/status.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isLockRefused } from '../../platform/database/database-errors.ts';
import { newId } from '../../platform/database/new-id.ts';
import { transactionOf } from '../../platform/database/open-transaction.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import type { Settings } from '../../platform/settings.ts';

/** Rows that one statement removes: it holds their locks for a moment only (docs/hardening.md H22). */
const portion = 1000;

/**
 * Removes lines of the sign-in log and of the operation log that are older than the settings say, once an hour on one node of
 * the cluster, and writes into the operation log that it did. A month goes whole when all of it is too old; what lies in no
 * month goes in portions (docs/decisions/0099-logs-by-month.md).
 */
export function clearLogs(db: Kysely<Tables>, settings: Pick<Settings, 'loginLogDays' | 'operationLogDays'>): JobKind {
  return {
    name: 'clear-logs',
    title: '清理过期日志',
    every: 3600,
    run: async ({ signal }) => {
      const { loginLogDays, operationLogDays } = settings;
      await clearOne(db, signal, { table: 'sys_log_login', title: '登录日志', days: loginLogDays });
      await clearOne(db, signal, { table: 'sys_log_opt', title: '操作日志', days: operationLogDays });
    },
  };
}

interface Log {
  readonly table: 'sys_log_login' | 'sys_log_opt';
  readonly title: string;
  /** 0 keeps them forever. */
  readonly days: number;
}

/** Each month or portion goes in one transaction with the log line that counts what went: whatever stops this, the log is right. */
async function clearOne(db: Kysely<Tables>, signal: AbortSignal, log: Log): Promise<void> {
  if (log.days === 0) return;
  const line = newId();
  let cleared = 0;
  const clear = async (some: RawBuilder<unknown>): Promise<number | null> => {
    signal.throwIfAborted();
    const gone = await withTransaction(db, async (transaction) => {
      // The lines of a month are counted, of millions longer than a request may take.
      await transactionOf(transaction)?.allowLongWork();
      const { rows } = await sql<{ lines: number | null }>`SELECT ${some} AS lines`.execute(transaction);
      const count = rows[0]?.lines ?? null;
      if (count !== null && count > 0) await tellCleared(transaction, log, line, cleared + count);
      return count;
    });
    cleared += gone ?? 0;
    return gone;
  };
  try {
    for (let gone: number | null = 0; gone !== null;) gone = await clear(sql`drop_log_part(${log.table}, ${log.days})`);
  } catch (error) {
    // Somebody reads the log for long: nobody is kept waiting for them, the month goes in the next hour.
    if (!isLockRefused(error)) throw error;
  }
  for (let gone: number | null = portion; gone === portion;)
    gone = await clear(sql`clear_log_lines(${log.table}, ${log.days}, ${portion})`);
}

async function tellCleared(db: Kysely<Tables>, { title, days }: Log, line: string, cleared: number): Promise<void> {
  const optMessage = `清理${days}天前的记录${cleared}条`;
  await db
    .insertInto('sys_log_opt')
    .values({
      id: line,
      optModule: title,
      optType: '清理',
      optStatus: outcomes.success,
      optMessage,
      requestMethod: 'JOB',
      requestPath: 'clear-logs',
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ optMessage }))
    .execute();
}
