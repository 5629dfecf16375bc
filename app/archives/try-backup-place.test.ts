import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tryBackupPlace } from './try-backup-place.ts';

it('writes a small file to the backup place, reads it and removes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'));
  try {
    await tryBackupPlace({ backup: { place: folder, cron: '30 2 * * *' }, backupStore: undefined })?.();
    expect(readdirSync(folder)).toEqual([]);
    const gone = { backup: { place: join(folder, 'gone'), cron: '30 2 * * *' }, backupStore: undefined };
    await expect(tryBackupPlace(gone)?.()).rejects.toThrow(/cannot be written/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('has nothing to try when no backup place is configured', () => {
  expect(tryBackupPlace({ backup: undefined, backupStore: undefined })).toBeUndefined();
});
