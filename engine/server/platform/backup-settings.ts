import { isAbsolute } from 'node:path';
import { Cron } from 'croner';
import { z } from 'zod';
import type { S3Settings, s3Variables } from './s3-settings.ts';
import { StartError } from './start-error.ts';

/** Backups that the server makes on a schedule (docs/operating.md "Backups by the clock"). */
export interface BackupSettings {
  /** Where they are stored: the absolute path of a folder, or `s3://bucket/prefix/`. */
  readonly place: string;
  /** A five-field cron expression, in the time zone of the settings. */
  readonly cron: string;
}

/** The S3-compatible store for backups, in whichever bucket. */
export type BackupStore = Omit<S3Settings, 'bucket'>;

const isCron = (text: string): boolean => {
  try {
    return new Cron(text, { mode: '5-part', paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
};

const url = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http or https URL')
  .optional();

/** The variables by name, as part of the schema of all settings. */
export const backupVariables = {
  BACKUP_DIR: z.string().refine(isAbsolute, 'must be the absolute path of a folder').optional(),
  BACKUP_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^(?!files\/)(?:[\w-][\w.-]{0,99}\/){1,5}$/, 'must be words with / after each, such as backups/, and not files/')
    .default('backups/'),
  BACKUP_S3_ENDPOINT: url,
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_CRON: z.string().refine(isCron, 'must be five cron words that come again, such as 30 2 * * *').default('30 2 * * *'),
};

const variables = z.object(backupVariables);
type Given = z.infer<typeof variables>;
type FileStore = z.infer<z.ZodObject<typeof s3Variables>>;

/** The backup settings; undefined without a location. Throws a StartError that names what does not fit. */
export function backupOf(values: Given & FileStore): BackupSettings | undefined {
  const { BACKUP_DIR: folder, BACKUP_S3_BUCKET: bucket, BACKUP_S3_PREFIX: prefix, BACKUP_CRON: cron } = values;
  if (bucket === undefined) return folder === undefined ? undefined : { place: folder, cron };
  if (folder !== undefined) throw new StartError('BACKUP_DIR and BACKUP_S3_BUCKET are both set: backups lie in one of them.');
  const { endpoint, accessKeyId, secretAccessKey } = storeOf(values);
  const parts = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const [missing] = Object.entries(parts).find(([, value]) => value === undefined) ?? [];
  if (missing !== undefined) throw new StartError(`BACKUP_${missing} (or ${missing}) must be set where BACKUP_S3_BUCKET is.`);
  return { place: `s3://${bucket}/${prefix}`, cron };
}

/** The store of the buckets that commands may name as `s3://bucket/…`; undefined if none is set. */
export function backupStoreOf(values: Given & FileStore): BackupStore | undefined {
  const { endpoint, region, accessKeyId, secretAccessKey } = storeOf(values);
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint, region, accessKeyId, secretAccessKey };
}

/** The store of the files, overridden by the settings for backups. */
const storeOf = (values: Given & FileStore) => ({
  endpoint: values.BACKUP_S3_ENDPOINT ?? values.S3_ENDPOINT,
  region: values.BACKUP_S3_REGION ?? values.S3_REGION,
  accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID ?? values.S3_ACCESS_KEY_ID,
  secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY ?? values.S3_SECRET_ACCESS_KEY,
});
