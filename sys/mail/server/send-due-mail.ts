import { type Kysely, sql } from 'kysely';
import type { BaseLogger } from 'pino';
import { peopleWhoMay } from '@back-office/server/identity/rights/people-who-may.ts';
import type { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { type ClaimedMail, claimMails, releaseMails, repairMailTimes, writeOutcome } from './mail-queue.ts';
import { unreadableReason } from './mail-people.ts';
import type { MailTransport } from './mail-transport.ts';
import { secretPlace } from './mail-words.ts';
import { writeMessage } from '../../settings/server/write-message.ts';
import { mailTemplates } from '../../settings/mail-templates.ts';
import { anybody, type MayReadNotice } from '../../shared/server/may-read-notice.ts';
import type { Outcome } from '../../shared/server/outcome.ts';
import { replacedOutcome } from '../../shared/server/replaced-outcome.ts';
import { user } from '../../users/user.ts';
import { recipientReasons } from '../mail.ts';
import { mailTopics } from '../mail-calls.ts';

const mails = {
  table: 'sys_mail',
  recipient: 'createUser',
  status: 'mailStatus',
  isAhead: sql<boolean>`notice.mail_after < message.create_user`,
} as const;

/** Mails that a node leases at once: fewer than the server accepts within the lease. */
const atOnce = 6;

export interface MailParts {
  readonly db: Kysely<Tables>;
  readonly seal: SecretSeal;
  readonly log: Pick<BaseLogger, 'warn'>;
  readonly open: () => MailTransport;
  readonly mayReadNotice: MayReadNotice;
  /** Name and address of the product, for the end of each mail. */
  readonly settings: Pick<Settings, 'title' | 'publicUrl'>;
  /** The sender's domain, for message ids. */
  readonly domain: string;
}

/** Sends due mails until none is left, or until the signal aborts. */
export async function sendDueMail(parts: MailParts, signal: AbortSignal): Promise<void> {
  const { db, open, domain } = parts;
  await repairMailTimes(db);
  const transport = open();
  try {
    for (;;) {
      signal.throwIfAborted();
      const claimed = await claimMails(db, atOnce, domain);
      if (claimed === undefined) return;
      const done = await Promise.allSettled(claimed.map((mail) => sendOne(parts, transport, mail, signal)));
      const left = claimed.filter((_, at) => done[at]?.status === 'rejected');
      if (left.length === 0) continue;
      await releaseMails(db, left);
      signal.throwIfAborted();
      throw done.find((one) => one.status === 'rejected')?.reason;
    }
  } finally {
    transport.close();
  }
}

async function sendOne(parts: MailParts, transport: MailTransport, mail: ClaimedMail, signal: AbortSignal): Promise<void> {
  const found = await textOf(parts, mail);
  const outcome: Outcome =
    'reason' in found
      ? { state: 'failed', ...found }
      : await transport.send(
          {
            to: { name: mail.mailName ?? '', address: mail.mailTo },
            subject: mail.mailSubject,
            text: found.text,
            messageId: mail.messageId,
            date: new Date(mail.written * 1000),
          },
          signal,
        );
  // Without addresses and contents: those are in the list.
  if (outcome.state !== 'sent') parts.log.warn({ mail: mail.id, state: outcome.state, attempt: mail.mailAttempts }, 'A mail was not sent');
  await writeOutcome(parts.db, mail, outcome);
}

/** The text with its secret and its footer, or the reason why it must not be sent. */
async function textOf(parts: MailParts, mail: ClaimedMail): Promise<{ text: string } | { reason: string; state?: 'left' | 'held' }> {
  const { db, seal, settings, mayReadNotice } = parts;
  const { mailTopic, sourceId, createUser } = mail;
  // Mails may wait for hours for an unavailable server: the notice may have been withdrawn since.
  if (mailTopic === mailTopics.notice && sourceId !== null && !(await mayReadNotice(sourceId, createUser ?? anybody)))
    return { reason: unreadableReason, state: 'left' };
  if (!(await mayReadTopic(db, mail))) return { reason: recipientReasons.right, state: 'left' };
  const replaced = sourceId === null ? undefined : await replacedOutcome(db, mails, mail.id);
  if (replaced !== undefined) return replaced;
  const secret = mail.secret === null ? '' : (await seal.open(db, mail.id, mail.secret))?.toString('utf8');
  if (secret === undefined) return { reason: '邮件的机密内容已无法解开（APP_SECRET 已更换）' };
  const { title, publicUrl } = settings;
  const end = await writeMessage(db, mailTemplates.end, { title, address: publicUrl ?? '' });
  return { text: `${mail.mailContent.replaceAll(secretPlace, () => secret)}\n\n${end.content}\n` };
}

/** The right that news of a topic needs, which its recipient may have lost since it was queued. */
const neededRights: Readonly<Partial<Record<string, { resource: string; permission: string }>>> = {
  [mailTopics.job]: { resource: 'sys/job', permission: 'read' },
  [mailTopics.approval]: { resource: user.name, permission: 'edit' },
};

async function mayReadTopic(db: Kysely<Tables>, { mailTopic, createUser }: ClaimedMail): Promise<boolean> {
  const needed = mailTopic === null ? undefined : neededRights[mailTopic];
  return needed === undefined || createUser === null || (await peopleWhoMay(db, { ...needed, among: [createUser] })).length > 0;
}
