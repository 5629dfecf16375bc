import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { openBackupPlace } from './open-backup-place.ts';
import { localArchive } from './local-archive.ts';
import { isInBucket, s3Archive } from './s3-archive.ts';

/** How long a folder has to answer, in milliseconds: a share that hangs never does. */
const answerMs = 20_000;
/** The trials under way: one that hangs holds one of the few threads for such work, and another would hold a second. */
const running = new Map<string, Promise<void>>();

/** Writes a small file at the location of scheduled backups, reads it and removes it; undefined if no location is set. */
export function tryBackupPlace({ backup, backupStore }: Pick<Settings, 'backup' | 'backupStore'>): (() => Promise<void>) | undefined {
  if (backup === undefined) return undefined;
  const { place } = backup;
  return async () => {
    const trial = running.get(place) ?? attempt(place, backupStore).finally(() => running.delete(place));
    running.set(place, trial);
    // A bucket's calls have limits of their own.
    await (isInBucket(place) ? trial : limited(trial));
  };
}

async function attempt(folder: string, store: Settings['backupStore']): Promise<void> {
  const place = openBackupPlace(folder, store);
  const name = `trial-${randomBytes(8).toString('hex')}.bin`;
  const file = isInBucket(folder) ? s3Archive(folder + name, store) : localArchive(join(folder, name));
  const bytes = randomBytes(1024);
  try {
    const sink = await file.create();
    try {
      await new Promise<void>((done, fail) => sink.stream.once('error', fail).end(bytes, done));
      await sink.name();
    } catch (error) {
      await sink.abort();
      throw error;
    }
    if (!(await buffer(file.read())).equals(bytes)) throw new Error('What was read is not what was written');
  } finally {
    await place.remove(name).finally(() => place.close());
  }
}

/** The trial's outcome, unless it takes too long. */
async function limited(trial: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    const silent = Object.assign(new Error(`The folder was silent for ${answerMs / 1000} s.`), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(silent), answerMs);
  });
  await Promise.race([trial, silence]).finally(() => clearTimeout(timer));
}
