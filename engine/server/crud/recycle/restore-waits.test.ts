import { openSheetApp, orgRow } from '@back-office/app/testing/server/sheet.ts';
import { expect, it } from 'vitest';
import { untilWaiting } from '../../testing/until-waiting.ts';

/* What a restore locks, in which order. The embedded database has one connection. */
const { app, admin, saved } = await openSheetApp();
const { pool, kind } = app.database;

it.skipIf(kind === 'embedded')(
  'a restore that waits for a tree holds no entry of the recycle bin meanwhile, for which others could wait',
  async () => {
    const { id } = await saved('sys/org', orgRow());
    await app.call(admin, 'DELETE', `sys/org/delete/${id}`);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [id]);
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT pg_advisory_xact_lock(hashtext('tree:sys_org'))`);
    const answer = app.call(admin, 'POST', `sys/recycle/restore/${rows[0]?.id}`);
    await untilWaiting(pool);
    const free = await holder.query('SELECT id FROM sys_recycle FOR UPDATE SKIP LOCKED');
    await holder.query('COMMIT');
    holder.release();
    expect(free.rows).toEqual(rows);
    expect((await answer).code).toBe(20000);
  },
);
