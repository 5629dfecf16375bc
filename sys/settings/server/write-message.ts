import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';
import { defaultMessage, fillMessage, messageIssue, type MessageParts, type MessageTemplate, partsOfMessage } from '../message-template.ts';

/**
 * The current words of a template, with their variables. They are read from the database each time, so a change applies to the next
 * message on every node. A stored text that this version rejects, as a variable is gone, is ignored.
 */
export async function readMessage(db: Kysely<Tables>, template: MessageTemplate): Promise<MessageParts> {
  const row = await db.selectFrom('sys_setting').select('storedValue').where('settingName', '=', template.name).executeTakeFirst();
  const stored = row?.storedValue ?? null;
  const text = stored === null || messageIssue(template, stored) !== undefined ? defaultMessage(template) : stored;
  return partsOfMessage(template, text);
}

/** A message from the current template with its variables filled in. */
export const writeMessage = async (
  db: Kysely<Tables>,
  template: MessageTemplate,
  values: Readonly<Record<string, string>>,
): Promise<MessageParts> => fillMessage(await readMessage(db, template), values);
