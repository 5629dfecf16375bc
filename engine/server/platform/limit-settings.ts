import { z } from 'zod';

/** Quantities and periods that a company may want to change. */
export interface LimitSettings {
  /** Largest chunk that browsers upload, in megabytes. */
  readonly uploadChunkMb: number;
  /** Scheduled backups that are kept. */
  readonly backupKeep: number;
  /** Days for which a deletion can be undone, and an import. */
  readonly recycleDays: number;
  readonly importDays: number;
  /** Days for which mails and group messages are listed, and deliveries of webhooks. */
  readonly mailDays: number;
  readonly webhookDays: number;
  /** Wrong passwords for an account from one network or browser before it is locked there. */
  readonly loginFailures: number;
  /** For a forgotten password: requests of a name from a network and links of an account in an hour, and the minutes for which a link is valid. */
  readonly resetRequests: number;
  readonly resetLinks: number;
  readonly resetMinutes: number;
  /** Verification codes for a person's own address in an hour. */
  readonly mailCodes: number;
}

const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
};

/** The variables by name, as part of the schema of all settings. Limits that protect the sign-in may be made stricter, never weaker. */
export const limitVariables = {
  UPLOAD_CHUNK_MB: whole(1, 100).default(100),
  BACKUP_KEEP: whole(1, 1000).default(14),
  RECYCLE_DAYS: whole(1, 3650).default(30),
  IMPORT_DAYS: whole(1, 3650).default(30),
  MAIL_DAYS: whole(1, 3650).default(30),
  WEBHOOK_DAYS: whole(7, 3650).default(30),
  LOGIN_FAILURES: whole(3, 5).default(5),
  RESET_REQUESTS_PER_HOUR: whole(1, 20).default(5),
  RESET_LINKS_PER_HOUR: whole(1, 20).default(6),
  RESET_MINUTES: whole(5, 60).default(30),
  MAIL_CODES_PER_HOUR: whole(1, 20).default(5),
};

const variables = z.object(limitVariables);

/** Combines the variables. */
export const limitsOf = (values: z.infer<typeof variables>): LimitSettings => ({
  uploadChunkMb: values.UPLOAD_CHUNK_MB,
  backupKeep: values.BACKUP_KEEP,
  recycleDays: values.RECYCLE_DAYS,
  importDays: values.IMPORT_DAYS,
  mailDays: values.MAIL_DAYS,
  webhookDays: values.WEBHOOK_DAYS,
  loginFailures: values.LOGIN_FAILURES,
  resetRequests: values.RESET_REQUESTS_PER_HOUR,
  resetLinks: values.RESET_LINKS_PER_HOUR,
  resetMinutes: values.RESET_MINUTES,
  mailCodes: values.MAIL_CODES_PER_HOUR,
});
