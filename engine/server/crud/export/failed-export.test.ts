import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { folderStorage } from '../../platform/storage/folder-storage.ts';
import { s3Storage } from '../../platform/storage/s3-storage.ts';
import type { ObjectWriter, Storage } from '../../platform/storage/storage.ts';
import { openS3, type TestS3 } from '../../testing/open-s3.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { openTestDatabase } from '@back-office/app/testing/server/test-database.ts';

/* The object that a failed export had begun to write. */
describe.each(['folder', 's3'] as const)('a failed export leaves nothing in storage of kind %s', (kind) => {
  let app: TestApp;
  let s3: TestS3 | undefined;
  let folder: string;
  /** Hooks: around closing an object, and in place of removing it. */
  let close: (object: ObjectWriter) => Promise<void>;
  let remove: ((key: string) => Promise<void>) | undefined;
  let abort: ((object: ObjectWriter) => Promise<void>) | undefined;
  beforeAll(async () => {
    s3 = kind === 's3' ? await openS3() : undefined;
    const database = await openTestDatabase();
    folder = s3?.directory ?? join(database.dataDir, 'files');
    const storage: Storage = s3 === undefined ? await folderStorage(folder) : s3Storage(s3);
    app = await openTestApp({
      database,
      storage: {
        ...storage,
        create: async (key) => {
          const object = await storage.create(key);
          return { write: (block) => object.write(block), abort: () => abort?.(object) ?? object.abort(), close: () => close(object) };
        },
        remove: (key) => (remove === undefined ? storage.remove(key) : remove(key)),
      },
    });
  });
  afterAll(async () => {
    await app.drop();
    await s3?.drop();
  });
  beforeEach(() => {
    [close, remove, abort] = [(object) => object.close(), undefined, undefined];
  });

  const objects = async (): Promise<number> => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return found.filter(({ name }) => (s3 === undefined ? /^[0-9a-f]{32}$/ : /_object$/).test(name)).length;
  };
  const asked = async () => {
    const owner = await app.userWith({ 'sys/dict': ['export'] });
    const { data } = await app.call(owner.token, 'POST', 'sys/dict/export');
    return { ...owner, id: String(data['id']) };
  };
  const stateOf = async (id: string) =>
    (
      await app.database.pool.query<{ state: string }>(
        'SELECT j.state FROM sys_export e JOIN sys_job j ON j.id = e.job_id WHERE e.id = $1',
        [id],
      )
    ).rows[0]?.state;
  /** Runs every attempt of every job without waiting for its time. */
  const runAll = async (id: string) => {
    for (let left = 5; left > 0 && !['done', 'failed', 'cancelled'].includes((await stateOf(id)) ?? ''); left -= 1) {
      await app.database.pool.query("UPDATE sys_job SET run_time = now() WHERE state = 'waiting' AND kind LIKE 'export%'");
      await app.server.jobs.runDue();
    }
    return stateOf(id);
  };

  /** Runs the hourly jobs, with everything in the trash due. */
  const clear = async () => {
    await runJob(app, 'clear-exports');
    await app.database.pool.query('UPDATE sys_storage_trash SET due_time = now()');
    await runJob(app, 'sweep-storage');
  };

  it('if its owner lost the permission while it was being made', async () => {
    const { id, userId } = await asked();
    close = async (object) => {
      await object.close();
      await app.database.pool.query(
        "UPDATE sys_role_function SET function_permission = 'read' WHERE sys_role_id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)",
        [userId],
      );
    };
    expect(await runAll(id)).toBe('failed');
    expect(await objects()).toBe(0);
  });

  it('if the store reports an error after it took the file', async () => {
    const { id } = await asked();
    close = async (object) => {
      await object.close();
      throw new Error('The store is away');
    };
    expect(await runAll(id)).toBe('failed');
    expect(await objects()).toBe(0);
  });

  it('if it is deleted at the last moment', async () => {
    const { id, token } = await asked();
    close = async (object) => {
      await object.close();
      expect((await app.call(token, 'DELETE', `sys/export/delete/${id}`)).code).toBe(20000);
    };
    await app.server.jobs.runDue();
    expect(await objects()).toBe(0);
  });

  it('if the store could not remove the file at first, once it can', async () => {
    const { id, userId } = await asked();
    close = async (object) => {
      await object.close();
      await app.database.pool.query("UPDATE sys_user SET user_status = '停用' WHERE id = $1", [userId]);
    };
    remove = () => Promise.reject(new Error('The store is away'));
    expect(await runAll(id)).toBe('failed');
    expect(await objects()).toBe(1);
    remove = undefined;
    await clear();
    expect(await objects()).toBe(0);
  });

  it('if it was unknown whether the file was finished, once that is settled', async () => {
    await app.database.pool.query(`
      CREATE OR REPLACE FUNCTION lose_answer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'lost'; END $$;
      CREATE TRIGGER lose_answer BEFORE UPDATE ON sys_export FOR EACH ROW WHEN (NEW.file_size IS NOT NULL) EXECUTE FUNCTION lose_answer()`);
    try {
      expect(await runAll((await asked()).id)).toBe('failed');
    } finally {
      await app.database.pool.query('DROP TRIGGER lose_answer ON sys_export');
    }
    expect(await objects()).toBe(1);
    await clear();
    expect(await objects()).toBe(0);
  });

  it('if its node was killed and no other takes it up', async () => {
    const { id, token } = await asked();
    let left: number | undefined;
    close = async (object) => {
      await object.close();
      left = await objects();
      throw new Error('The node is killed');
    };
    remove = abort = () => Promise.reject(new Error('The node is killed'));
    await app.server.jobs.runDue();
    remove = undefined;
    expect([left, await objects()]).toEqual([1, 1]);
    expect((await app.call(token, 'POST', `sys/export/cancel/${id}`)).code).toBe(20000);
    expect(await stateOf(id)).toBe('cancelled');
    await clear();
    expect(await objects()).toBe(0);
  });

  it('but a finished export keeps its file throughout the same clean-up', async () => {
    const { id, token } = await asked();
    expect(await runAll(id)).toBe('done');
    await clear();
    expect(await objects()).toBe(1);
    const { statusCode } = await app.server.inject({ url: `/api/sys/export/download/${id}`, headers: { authorization: token } });
    expect(statusCode).toBe(200);
  });
});
