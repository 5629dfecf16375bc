import { recordIn } from '@back-office/contract/record-in.ts';
import { statuses } from '@back-office/contract/status.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { DirectoryParts } from './parts.ts';
import { runDirectory } from './run-directory.ts';

/** The job that somebody asks for on the page. */
export const syncDirectory = 'sync-directory';

/** The jobs of synchronisation: the one that is asked for, and each night's, with the rights of whoever saved the directory last. */
export const directoryJobs = (parts: DirectoryParts): JobKind[] => [
  {
    name: syncDirectory,
    title: '同步目录',
    // What was done stays: another node goes on where one was killed, at once, since somebody looks on.
    attempts: 2,
    backOff: 0,
    run: async ({ payload, ownerId, signal }) => {
      const { id, force } = recordIn(payload);
      try {
        return { message: await runDirectory(parts, { id: String(id), userId: ownerId ?? '', force: force === true, signal }) };
      } catch (error) {
        // Whoever looks on is told of a directory that is away, and asks again if they will.
        throw error instanceof Refusal ? new Refusal('refused', { message: error.message }) : error;
      }
    },
  },
  {
    name: 'sync-directories',
    title: '每日同步目录',
    cron: '30 3 * * *',
    attempts: 2,
    run: async ({ signal }) => {
      const rows = await parts.db
        .selectFrom('sys_directory')
        .select(['id', 'createUser', 'updateUser'])
        .where('directoryStatus', '=', statuses.enabled)
        .orderBy('id')
        .execute();
      const failed: unknown[] = [];
      for (const { id, createUser, updateUser } of rows) {
        const userId = updateUser ?? createUser;
        if (userId !== null) await runDirectory(parts, { id, userId, force: false, signal }).catch((error: unknown) => failed.push(error));
      }
      if (failed.length > 0) throw failed[0];
    },
  },
];
