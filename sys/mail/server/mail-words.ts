import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';
import type { MessageParts, MessageTemplate, MessageValues } from '../../settings/message-template.ts';
import { writeMessage } from '../../settings/server/write-message.ts';
import { type MailTemplateKey, mailTemplates } from '../../settings/mail-templates.ts';

/** Placeholder for a mail's secret in its content: a link or a code, which is never stored in clear. */
export const secretPlace = '〔仅收件人可见〕';

/** The subject and content of a mail from the current template; its secret, if any, is filled in when it is sent. */
export async function mailWords<K extends MailTemplateKey>(
  db: Kysely<Tables>,
  key: K,
  values: MessageValues<(typeof mailTemplates)[K]>,
): Promise<MessageParts> {
  const template: MessageTemplate = mailTemplates[key];
  // Values must not contain the placeholder, which would draw the secret to another place.
  const plain = Object.entries<string>(values).map(([name, value]) => [name, value.replaceAll(secretPlace, '')]);
  const secrets = template.variables.filter(({ secret }) => secret === true).map(({ name }) => [name, secretPlace]);
  return writeMessage(db, template, Object.fromEntries([...plain, ...secrets]));
}
