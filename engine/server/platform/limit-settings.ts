import { z } from 'zod';

/** How many and how long, where a house may want another number than ours. */
export interface LimitSettings {
  /** Megabytes of a chunk that browsers send at the most. */
  readonly uploadChunkMb: number;
  /** Backups by the clock that are kept. */
  readonly backupKeep: number;
  /** Days that what is deleted can be taken back, and what was imported. */
  readonly recycleDays: number;
  readonly importDays: number;
  /** Days that mails and messages of groups are listed, and deliveries of webhooks. */
  readonly mailDays: number;
  readonly webhookDays: number;
  /** Wrong passwords of an account from one network or browser before it is locked there. */
  readonly loginFailures: number;
  /** Of a forgotten password: requests of a name from a network and links of an account in an hour, and minutes that a link is good. */
  readonly resetRequests: number;
  readonly resetLinks: number;
  readonly resetMinutes: number;
  /** Codes for one's own address in an hour. */
  readonly mailCodes: number;
}

const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
};

/** The variables by name, as part of the schema of all settings. What guards a sign-in may be made stricter, and never weaker than ours. */
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

/** Joins the variables. */
export const limitsOf = (given: z.infer<typeof variables>): LimitSettings => ({
  uploadChunkMb: given.UPLOAD_CHUNK_MB,
  backupKeep: given.BACKUP_KEEP,
  recycleDays: given.RECYCLE_DAYS,
  importDays: given.IMPORT_DAYS,
  mailDays: given.MAIL_DAYS,
  webhookDays: given.WEBHOOK_DAYS,
  loginFailures: given.LOGIN_FAILURES,
  resetRequests: given.RESET_REQUESTS_PER_HOUR,
  resetLinks: given.RESET_LINKS_PER_HOUR,
  resetMinutes: given.RESET_MINUTES,
  mailCodes: given.MAIL_CODES_PER_HOUR,
});
