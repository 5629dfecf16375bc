import { isAbsolute } from 'node:path';
import { Cron } from 'croner';
import { z } from 'zod';

/** Backups that the server makes by itself (docs/operating.md "Backups by the clock"). */
export interface BackupSettings {
  /** The folder where they lie. */
  readonly folder: string;
  /** Five cron words, in the time zone of the settings. */
  readonly cron: string;
  /** How many are kept. */
  readonly keep: number;
}

const isCron = (text: string): boolean => {
  try {
    return new Cron(text, { mode: '5-part', paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
};

/** The variables by name, as part of the schema of all settings. */
export const backupVariables = {
  BACKUP_DIR: z.string().refine(isAbsolute, 'must be the absolute path of a folder').optional(),
  BACKUP_CRON: z.string().refine(isCron, 'must be five cron words that come again, such as 30 2 * * *').default('30 2 * * *'),
  BACKUP_KEEP: z.coerce
    .number('must be a whole number from 1 to 1000')
    .int('must be a whole number from 1 to 1000')
    .min(1, 'must be at least 1')
    .max(1000, 'must be at most 1000')
    .default(14),
};

const variables = z.object(backupVariables);

/** What is set of them; undefined where no folder is. */
export const backupOf = ({
  BACKUP_DIR: folder,
  BACKUP_CRON: cron,
  BACKUP_KEEP: keep,
}: z.infer<typeof variables>): BackupSettings | undefined => (folder === undefined ? undefined : { folder, cron, keep });
