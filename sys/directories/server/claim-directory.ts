import { randomInt } from 'node:crypto';
import { inSeconds, now } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { type Kysely, sql } from 'kysely';
import type { DirectoryParts } from './parts.ts';

/** Lease of a run in seconds, after which another may start: shorter than that of its job (`leaseSeconds`), which another node takes over. */
const claimSeconds = 30;
const renewMs = 10_000;

export type DirectoryClaim = Awaited<ReturnType<typeof claimDirectory>>;

/**
 * Locks a directory against other runs, however long this one takes, until `release`. Refuses if one is under way. A process that
 * was suspended for longer than the lease may find that another run has begun: it has to `hold` the claim in each transaction that it writes in.
 */
export async function claimDirectory({ db, log }: Pick<DirectoryParts, 'db' | 'log'>, id: string) {
  const row = db.updateTable('sys_directory').where('id', '=', id);
  // The fraction of the lease's last second says whose it is, and stays through renewals and corrections.
  const mark = randomInt(1_000_000);
  const until = sql<string>`date_trunc('second', clock_timestamp()) + make_interval(secs => ${claimSeconds - 1 + mark / 1_000_000})`;
  const isOurs = sql<boolean>`extract(microseconds FROM running_until)::int % 1000000 = ${mark}`;
  // Corrects a lease written before the clock was set back: a live run renews its lease long before this one ends.
  await row
    .set({ runningUntil: sql`running_until - make_interval(secs => ceil(extract(epoch FROM running_until - now())) - ${claimSeconds})` })
    .where('runningUntil', '>', inSeconds(claimSeconds))
    .execute();
  const { numUpdatedRows } = await row
    .set({ runningUntil: until })
    .where((eb) => eb.or([eb('runningUntil', 'is', null), eb('runningUntil', '<', now)]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal('refused', { message: '这个目录正在同步，请等它结束' });
  /** The directory's row as long as this claim holds, to write what the run has to say of it. */
  const own = row.where(isOurs);
  let renewed: Promise<unknown> = Promise.resolve();
  const renew = (): void => {
    renewed = own
      .set({ runningUntil: until })
      // A transaction of this run that holds the row renews it at its end.
      .where('id', 'in', (eb) => eb.selectFrom('sys_directory').select('id').where('id', '=', id).forNoKeyUpdate().skipLocked())
      .execute()
      .catch((err: unknown) => log.warn({ err, directory: id }, 'A synchronisation could not say that it goes on'));
  };
  const timer = setInterval(renew, renewMs);
  timer.unref();
  return {
    own,
    /** Renews the claim, or refuses if another run has begun; in a transaction none can begin before that ends. */
    hold: async (transaction: Kysely<Tables>): Promise<void> => {
      const row = transaction.updateTable('sys_directory').where('id', '=', id);
      const { numUpdatedRows: held } = await row.where(isOurs).set({ runningUntil: until }).executeTakeFirstOrThrow();
      if (held > 0n) return;
      const left = await transaction.selectFrom('sys_directory').select('id').where('id', '=', id).execute();
      throw new Refusal('refused', {
        message: left.length === 0 ? '目录已被删除，不再同步' : '这次同步中断太久，另一次同步已经开始，请看它的结果',
      });
    },
    release: async (): Promise<unknown> => {
      clearInterval(timer);
      await renewed;
      return own.set({ runningUntil: null }).execute();
    },
  };
}
