import { recordIn } from '@back-office/contract/record-in.ts';
import { statuses } from '@back-office/contract/status.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { DirectoryParts } from './parts.ts';
import { runDirectory } from './run-directory.ts';

/** The job that people start on the page. */
export const syncDirectory = 'sync-directory';

/** The jobs of synchronisation: the one that people start, and the nightly one, with the rights of the person who saved the directory last. */
export const directoryJobs = (parts: DirectoryParts): JobKind[] => [
  {
    name: syncDirectory,
    title: '同步目录',
    // What was done stays: if a node is killed, another continues at once, since somebody is watching.
    attempts: 2,
    backOff: 0,
    // Its owner's rights, and what they had seen when they forced it, are not for whoever presses 重试 days later.
    unrepeatable: '目录同步不能在这里重试，请在“目录同步”中重新开始',
    run: async ({ payload, ownerId, signal }) => {
      const { id, force } = recordIn(payload);
      try {
        return { message: await runDirectory(parts, { id: String(id), userId: ownerId ?? '', force: force === true, signal }) };
      } catch (error) {
        // The person watching is told that the directory is unavailable, and can start it again.
        throw error instanceof Refusal ? new Refusal('refused', { message: error.message }) : error;
      }
    },
  },
  {
    name: 'sync-directories',
    title: '每日同步目录',
    cron: '30 3 * * *',
    attempts: 2,
    // It runs with all the rights of those who saved the directories.
    keys: false,
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
