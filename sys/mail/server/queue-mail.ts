import type { Kysely } from 'kysely';
import type { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import { batchesOf } from '@back-office/server/platform/database/batches-of.ts';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { inSeconds } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { mailLine, mailText } from './mail-text.ts';

interface NewMail {
  readonly to: { readonly userId: string; readonly name: string; readonly address: string };
  readonly topic: string;
  readonly subject: string;
  readonly content: string;
  /** The secret that replaces `secretPlace` in the mail sent, and how long it is valid. */
  readonly secret?: { readonly text: string; readonly seal: SecretSeal; readonly minutes: number };
}

/** Queues a mail in the caller's transaction: it is sent only if that commits. Returns its id. */
export async function queueMail(db: Kysely<Tables>, mail: NewMail): Promise<string> {
  const { secret } = mail;
  const row = rowOf(mail);
  await db
    .insertInto('sys_mail')
    .values({
      ...row,
      ...(secret === undefined
        ? {}
        : { secret: await secret.seal.seal(db, row.id, Buffer.from(secret.text)), expireTime: inSeconds(secret.minutes * 60) }),
    })
    .execute();
  return row.id;
}

/** Queues mails without secrets, however many, in the caller's transaction. */
export async function queueMails(db: Kysely<Tables>, mails: readonly Omit<NewMail, 'secret'>[]): Promise<void> {
  for (const portion of batchesOf(mails)) await db.insertInto('sys_mail').values(portion.map(rowOf)).execute();
}

const rowOf = ({ to, topic, subject, content }: Omit<NewMail, 'secret'>) => ({
  id: newId(),
  createUser: to.userId,
  updateUser: to.userId,
  mailTo: to.address,
  mailName: mailLine(to.name, 50),
  mailTopic: topic,
  mailSubject: mailLine(subject, 200),
  mailContent: mailText(content),
});
