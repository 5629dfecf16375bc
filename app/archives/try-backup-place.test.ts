import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tryBackupPlace } from './try-backup-place.ts';

it('writes a small file where backups lie, reads it and leaves nothing', async () => {
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

it('is none where no place is set', () => {
  expect(tryBackupPlace({ backup: undefined, backupStore: undefined })).toBeUndefined();
});
