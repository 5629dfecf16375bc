import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPasswordOpen } from '@back-office/server/identity/sign-in/password-opening.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { testTimeZone } from '../testing/server/test-template.ts';
import { expect, it, vi } from 'vitest';
import { run } from './run.ts';

it.each(['x', '169', '-1', '1.5', '99999999'])('refuses to open the local password for %j hours', async (hours) => {
  await expect(run(['open-password', hours], {})).rejects.toThrow('from 1 to 168, or 0 to close');
});

it('anybody with access to the machine can open the local password again, and close it', { timeout: 180_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'back-office-open-'));
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const isOpen = async (): Promise<boolean> => {
    const database = await openDatabase({ url: undefined, dataDir, timeZone: testTimeZone, log: silentLog });
    try {
      return await isPasswordOpen(database.db);
    } finally {
      await database.close();
    }
  };
  try {
    await run(['migrate'], { DATA_DIR: dataDir });
    expect(await isOpen()).toBe(false);
    await run(['open-password'], { DATA_DIR: dataDir });
    expect(await isOpen()).toBe(true);
    await run(['open-password', '0'], { DATA_DIR: dataDir });
    expect(await isOpen()).toBe(false);
    expect(written.slice(1)).toEqual([
      'Everybody may sign in by the local password for 24 hours.\n',
      'The local password is what LOGIN_METHODS says, from now on.\n',
    ]);
  } finally {
    vi.restoreAllMocks();
    await rm(dataDir, { recursive: true });
  }
});
