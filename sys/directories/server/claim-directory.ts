import { inSeconds, now } from '@back-office/server/platform/database/now.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { DirectoryParts } from './parts.ts';

/** Lease of a run in seconds, after which another may start: shorter than that of its job (`leaseSeconds`), which another node takes over. */
const claimSeconds = 30;
const renewMs = 10_000;

/** Locks a directory against other runs, however long this one takes, until the returned function is called. Refuses if one is under way. */
export async function claimDirectory({ db, log }: Pick<DirectoryParts, 'db' | 'log'>, id: string): Promise<() => Promise<unknown>> {
  const own = db.updateTable('sys_directory').where('id', '=', id);
  const claim = own.set({ runningUntil: inSeconds(claimSeconds) });
  // Corrects a lease written before the clock was set back: a live run renews its lease long before this one ends.
  await claim.where('runningUntil', '>', inSeconds(claimSeconds)).execute();
  const { numUpdatedRows } = await claim
    .where((eb) => eb.or([eb('runningUntil', 'is', null), eb('runningUntil', '<', now)]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal('refused', { message: '这个目录正在同步，请等它结束' });
  let renewed: Promise<unknown> = Promise.resolve();
  const renew = (): void => {
    renewed = claim.execute().catch((err: unknown) => log.warn({ err, directory: id }, 'A synchronisation could not say that it goes on'));
  };
  const timer = setInterval(renew, renewMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await renewed;
    return own.set({ runningUntil: null }).execute();
  };
}
