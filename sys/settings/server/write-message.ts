import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';
import { defaultMessage, fillMessage, messageIssue, type MessageParts, type MessageTemplate, partsOfMessage } from '../message-template.ts';

/**
 * A message in the words that hold now, with its variables filled. It is read where it is written: what somebody changed holds for the
 * next message on every node. Words that this version does not take, since a variable is gone, count as not changed.
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
