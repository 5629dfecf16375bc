import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, vi } from 'vitest';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { copyTemplate } from '../testing/server/test-database.ts';
import { rehearsalSettings, rehearse } from './rehearse.ts';

/* A rehearsal of an upgrade: it runs on an embedded copy whatever database the company has. */
const isEmbedded = inject('testTemplate').kind === 'embedded';

it('a rehearsal takes the time zone and the secret from the environment, and nothing that leads to the real data', () => {
  const { timeZone, appSecret, databaseUrl } = rehearsalSettings({
    TZ: 'Europe/Madrid',
    APP_SECRET: 'x'.repeat(40),
    DATABASE_URL: 'postgres://127.0.0.1/real',
    DATA_DIR: '/tmp/copy',
  });
  expect([timeZone, appSecret, databaseUrl]).toEqual(['Europe/Madrid', 'x'.repeat(40), undefined]);
});

it.skipIf(!isEmbedded)(
  'a rehearsal opens every page also where everybody needs a second factor and a new password',
  { timeout: 120_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'back-office-rehearsal-'));
    const { remove } = await copyTemplate(inject('testTemplate'), dataDir);
    const database = await openDatabase({ url: undefined, dataDir, timeZone: 'Asia/Shanghai', log: silentLog });
    await database.pool.query(
      `INSERT INTO sys_setting (id, setting_name, setting_title, setting_group, setting_about, setting_order, default_value, default_text, stored_value)
       SELECT gen_random_uuid(), name, '', '', '', 0, '', '', value FROM (VALUES ('TWO_STEP', 'required'), ('PASSWORD_DAYS', '30')) AS x(name, value)`,
    );
    await database.pool.query(`UPDATE sys_user SET password_time = now() - interval '1 year' WHERE id = $1`, [systemIds.adminUser]);
    await database.close();
    for (const page of ['index.html', 'preview-frame.html']) await writeFile(join(dataDir, page), '<!doctype html><div id="root"></div>');
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      await rehearse(rehearsalSettings({ DATA_DIR: dataDir }), { environment: {}, webRoot: dataDir });
      expect(said.mock.calls.join('')).toMatch(/打开：\d+ 个页面/);
    } finally {
      said.mockRestore();
      await remove();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
