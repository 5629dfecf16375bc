import type { Settings } from '@back-office/server/platform/settings.ts';
import { tryBackupPlace } from './try-backup-place.ts';

/** Why no scheduled backup can be made, as a sentence for operators; undefined if one can, or if no place for them is set. */
export async function backupFault(settings: Pick<Settings, 'backup' | 'backupStore'>): Promise<string | undefined> {
  try {
    await tryBackupPlace(settings)?.();
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `No backup can be made in ${settings.backup?.place ?? ''}: ${reason} Let the server's user write there, and a systemd unit too (ReadWritePaths).`;
  }
}
