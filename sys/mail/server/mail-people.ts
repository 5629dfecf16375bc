import { userStatuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import { replacedReason } from '../../shared/server/replaced-reason.ts';
import { mailStatuses } from '../mail.ts';
import { mailChoices, mailTopics } from '../mail-calls.ts';
import type { MessageValues } from '../../settings/message-template.ts';
import type { mailTemplates } from '../../settings/mail-templates.ts';
import { mailLine, mailText } from './mail-text.ts';
import { mailWords } from './mail-words.ts';

type Choice = keyof typeof mailChoices;

interface TopicMail<C extends Choice> {
  /** The preference by which people subscribe to it. */
  readonly choice: C;
  readonly values: MessageValues<(typeof mailTemplates)[C]>;
  /** The notice that the mail announces: recipients never get the same text of it twice in a row. */
  readonly sourceId?: string;
}

/** Why a notice that its recipient cannot read, as one deleted meanwhile, is not sent. */
export const unreadableReason = '通知已撤回、失效或不再发给收件人，不再发送';

/** Topics also published as notices: people who get notices by mail do not get a separate mail. */
const alsoNotices: Readonly<Partial<Record<Choice, string>>> = { job: mailChoices.notice.key };

/** Those of the people who subscribed by mail and have a confirmed address. */
export async function mailReaders(db: Kysely<Tables>, choice: Choice, people?: readonly string[]): Promise<string[]> {
  const { key, unasked } = mailChoices[choice];
  const { rows } = await sql<Row<'sys_mail_address', 'sysUserId'>>`
    SELECT a.sys_user_id FROM sys_mail_address a JOIN sys_user u ON u.id = a.sys_user_id AND u.user_email = a.address
    LEFT JOIN sys_user_preference p ON p.sys_user_id = a.sys_user_id AND p.key = ${key}
    WHERE a.confirm_time IS NOT NULL AND coalesce(p.value, ${JSON.stringify(unasked)}::jsonb) = 'true'::jsonb
      AND (${people === undefined} OR a.sys_user_id = ANY(${people ?? []}::uuid[])) AND u.user_status = ${sql.lit(userStatuses.enabled)}
      AND NOT EXISTS (SELECT FROM sys_user_preference n WHERE n.sys_user_id = a.sys_user_id AND n.key = ${alsoNotices[choice] ?? ''}
        AND n.value = 'true'::jsonb)
    ORDER BY a.sys_user_id`.execute(db);
  return rows.map(({ sysUserId }) => sysUserId);
}

/** Leaves the waiting mails of a notice unsent that hold a former text of it. Mails in the new one are queued afterwards. */
export async function leaveReplacedMails(
  db: Kysely<Tables>,
  { choice, values, sourceId }: TopicMail<'notice'> & { readonly sourceId: string },
): Promise<void> {
  const { subject, content } = await mailWords(db, choice, values);
  await sql`
    UPDATE sys_mail SET mail_status = ${mailStatuses.left}, fail_reason = ${replacedReason}, version = version + 1, update_time = now()
    WHERE source_id = ${sourceId}::uuid AND mail_status = ${sql.lit(mailStatuses.waiting)} AND (claim_until IS NULL OR claim_until < now())
      AND (mail_subject <> ${mailLine(subject, 200)} OR mail_content <> ${mailText(content)})`.execute(db);
}

/** Queues a mail for each of these people who subscribed, in the caller's transaction. */
export async function mailPeople<C extends Choice>(
  db: Kysely<Tables>,
  people: readonly string[],
  { choice, values, sourceId }: TopicMail<C>,
): Promise<void> {
  if (people.length === 0) return;
  const readers = await mailReaders(db, choice, people);
  if (readers.length === 0) return;
  const { subject, content } = await mailWords(db, choice, values);
  const [line, text] = [mailLine(subject, 200), mailText(content)];
  await sql`
    INSERT INTO sys_mail (id, create_user, update_user, mail_to, mail_name, mail_topic, mail_subject, mail_content, source_id)
    SELECT gen_random_uuid(), u.id, u.id, u.user_email, left(regexp_replace(u.user_name, '[[:cntrl:]]', ' ', 'g'), 50), ${mailTopics[choice]},
      ${line}, ${text}, ${sourceId ?? null}::uuid
    FROM sys_user u WHERE u.id = ANY(${readers}::uuid[]) AND NOT coalesce((
      SELECT m.mail_subject = ${line} AND m.mail_content = ${text} FROM sys_mail m
      WHERE m.source_id = ${sourceId ?? null}::uuid AND m.create_user = u.id
        AND m.mail_status NOT IN (${sql.lit(mailStatuses.failed)}, ${sql.lit(mailStatuses.left)})
      ORDER BY m.create_time DESC, m.id DESC LIMIT 1), false)`.execute(db);
}
