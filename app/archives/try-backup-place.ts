import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { openBackupPlace } from './open-backup-place.ts';
import { localArchive } from './local-archive.ts';
import { isInBucket, s3Archive } from './s3-archive.ts';

/** Writes a small file at the location of scheduled backups, reads it and removes it; undefined if no location is set. */
export function tryBackupPlace({ backup, backupStore }: Pick<Settings, 'backup' | 'backupStore'>): (() => Promise<void>) | undefined {
  if (backup === undefined) return undefined;
  return async () => {
    const place = openBackupPlace(backup.place, backupStore);
    const name = `trial-${randomBytes(8).toString('hex')}.bin`;
    const file = isInBucket(backup.place) ? s3Archive(backup.place + name, backupStore) : localArchive(join(backup.place, name));
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
  };
}
