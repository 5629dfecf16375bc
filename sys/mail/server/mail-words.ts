import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';
import type { MessageParts, MessageTemplate, MessageValues } from '../../settings/message-template.ts';
import { writeMessage } from '../../settings/server/write-message.ts';
import { type MailTemplateKey, mailTemplates } from '../../settings/mail-templates.ts';

/** Where a mail's secret stands in its content: a link or a code, which is kept nowhere in clear. */
export const secretPlace = '〔仅收件人可见〕';

/** What a mail says, in the words that hold now; a secret of its own is filled in when it is sent. */
export async function mailWords<K extends MailTemplateKey>(
  db: Kysely<Tables>,
  key: K,
  values: MessageValues<(typeof mailTemplates)[K]>,
): Promise<MessageParts> {
  const template: MessageTemplate = mailTemplates[key];
  // Nobody draws the secret to another place by a name that looks like it.
  const plain = Object.entries<string>(values).map(([name, value]) => [name, value.replaceAll(secretPlace, '')]);
  const secrets = template.variables.filter(({ secret }) => secret === true).map(({ name }) => [name, secretPlace]);
  return writeMessage(db, template, Object.fromEntries([...plain, ...secrets]));
}
