import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceBuiltin } from '@back-office/server/testing/replace-builtin.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { tryBackupPlace } from './try-backup-place.ts';

it('writes a small file to the backup place, reads it and removes it', async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'backups-'));
  try {
    await tryBackupPlace({ backup: { place: folder, cron: '30 2 * * *' }, backupStore: undefined })?.();
    expect(fs.readdirSync(folder)).toEqual([]);
    const gone = { backup: { place: join(folder, 'gone'), cron: '30 2 * * *' }, backupStore: undefined };
    await expect(tryBackupPlace(gone)?.()).rejects.toThrow(/cannot be written/);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

it('has nothing to try when no backup place is configured', () => {
  expect(tryBackupPlace({ backup: undefined, backupStore: undefined })).toBeUndefined();
});

it('gives up on a folder that hangs, and asks it once however often it is tried', async () => {
  vi.useFakeTimers();
  let answer: ((error: Error) => void) | undefined;
  const open = vi.fn(fs.promises.open).mockReturnValueOnce(new Promise((_resolve, reject) => (answer = reject)));
  // Answered without the disk, which fake time does not wait for.
  const access = vi.fn(fs.promises.access).mockRejectedValueOnce(new Error('nothing there'));
  onTestFinished(replaceBuiltin(fs.promises, { open, access }));
  // A call on a share that hangs never returns: one that is not waited for in the background stops the whole process.
  const existsSync = () => {
    throw new Error('the process would hang');
  };
  onTestFinished(replaceBuiltin(fs, { existsSync }));
  const attempt = tryBackupPlace({ backup: { place: join(tmpdir(), 'hung'), cron: '30 2 * * *' }, backupStore: undefined });
  const attempts = [attempt?.(), attempt?.()].map((one) => expect(one).rejects.toThrow('silent for 20 s'));
  await vi.advanceTimersByTimeAsync(20_000);
  await Promise.all(attempts);
  const third = expect(attempt?.()).rejects.toThrow('silent for 20 s');
  await vi.advanceTimersByTimeAsync(20_000);
  await third;
  expect(open).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  answer?.(new Error('stale'));
  await expect.poll(() => attempt?.().catch(String)).toMatch(/hung.* cannot be written/);
});
