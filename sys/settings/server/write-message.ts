import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';
import { defaultMessage, fillMessage, messageIssue, type MessageParts, type MessageTemplate, partsOfMessage } from '../message-template.ts';

/**
 * A message from the current template with its variables filled in. The template is read from the database each time, so a change applies to the next
 * message on every node. A stored text that this version rejects, as a variable is gone, is ignored.
 */
export async function writeMessage(
  db: Kysely<Tables>,
  template: MessageTemplate,
  values: Readonly<Record<string, string>>,
): Promise<MessageParts> {
  const row = await db.selectFrom('sys_setting').select('storedValue').where('settingName', '=', template.name).executeTakeFirst();
  const stored = row?.storedValue ?? null;
  const text = stored === null || messageIssue(template, stored) !== undefined ? defaultMessage(template) : stored;
  return fillMessage(partsOfMessage(template, text), values);
}
