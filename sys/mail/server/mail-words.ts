import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';
import { fillMessage, type MessageParts, type MessageTemplate, type MessageValues } from '../../settings/message-template.ts';
import { readMessage } from '../../settings/server/write-message.ts';
import { type MailTemplateKey, mailTemplates } from '../../settings/mail-templates.ts';

/** Placeholder for a mail's secret in its content: a link or a code, which is never stored in clear. */
export const secretPlace = '〔仅收件人可见〕';

type Values<K extends MailTemplateKey> = MessageValues<(typeof mailTemplates)[K]>;

/** The subject and content of a mail from the current template; its secret, if any, is filled in when it is sent. */
export const mailWords = async <K extends MailTemplateKey>(db: Kysely<Tables>, key: K, values: Values<K>): Promise<MessageParts> =>
  (await mailWriter(db, key))(values);

/** Writes such mails to several people from the template, which is read once. */
export async function mailWriter<K extends MailTemplateKey>(db: Kysely<Tables>, key: K): Promise<(values: Values<K>) => MessageParts> {
  const template: MessageTemplate = mailTemplates[key];
  const parts = await readMessage(db, template);
  const secrets = template.variables.filter(({ secret }) => secret === true).map(({ name }) => [name, secretPlace]);
  return (values) => {
    // Values must not contain the placeholder, which would draw the secret to another place.
    const plain = Object.entries<string>(values).map(([name, value]) => [name, value.replaceAll(secretPlace, '')]);
    return fillMessage(parts, Object.fromEntries([...plain, ...secrets]));
  };
}
