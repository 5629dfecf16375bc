import { outcomes } from '@back-office/contract/status.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isLockRefused } from '../../platform/database/database-errors.ts';
import { newId } from '../../platform/database/new-id.ts';
import { transactionOf } from '../../platform/database/open-transaction.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import type { Settings } from '../../platform/settings.ts';

/** Rows that one statement deletes: it holds their locks only briefly (docs/hardening.md H22). */
const portion = 1000;

/**
 * Deletes lines of the sign-in log and the operation log that are older than the settings allow, once an hour on one node of the cluster, and logs
 * the deletion in the operation log. A month is dropped as a whole when all of it is too old; lines outside the monthly partitions are deleted in
 * portions (docs/decisions/0099-logs-by-month.md).
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
  /** 0 keeps lines forever. */
  readonly days: number;
}

/** Deletes each month or portion in one transaction with the log line that counts the deleted lines: wherever it is interrupted, the log is right. */
async function clearOne(db: Kysely<Tables>, signal: AbortSignal, log: Log): Promise<void> {
  if (log.days === 0) return;
  const line = newId();
  let cleared = 0;
  const clear = async (deletion: RawBuilder<unknown>): Promise<number | null> => {
    signal.throwIfAborted();
    const deletedCount = await withTransaction(db, async (transaction) => {
      // The lines of a month are counted, which for millions takes longer than a request may.
      await transactionOf(transaction)?.allowLongWork();
      const { rows } = await sql<{ lines: number | null }>`SELECT ${deletion} AS lines`.execute(transaction);
      const count = rows[0]?.lines ?? null;
      if (count !== null && count > 0) await logCleared(transaction, log, line, cleared + count);
      return count;
    });
    cleared += deletedCount ?? 0;
    return deletedCount;
  };
  try {
    for (let deletedCount: number | null = 0; deletedCount !== null;)
      deletedCount = await clear(sql`drop_log_part(${log.table}, ${log.days})`);
  } catch (error) {
    // A long read of the log holds the lock: nobody is made to wait for it, the month is dropped in the next hour.
    if (!isLockRefused(error)) throw error;
  }
  for (let deletedCount: number | null = portion; deletedCount === portion;)
    deletedCount = await clear(sql`clear_log_lines(${log.table}, ${log.days}, ${portion})`);
}

async function logCleared(db: Kysely<Tables>, { title, days }: Log, line: string, cleared: number): Promise<void> {
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
