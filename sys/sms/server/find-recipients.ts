import { grouped } from '@back-office/contract/resource/grouped.ts';
import { userStatuses } from '@back-office/contract/status.ts';
import { maxRecipients } from '../sms-calls.ts';
import { plainPhone } from '../sms-text.ts';
import { sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { isMobile } from './is-mobile.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';

/** A phone number that gets a message; a typed number has no name. */
export interface Recipient {
  readonly phone: string;
  readonly name: string | null;
}

export interface Recipients {
  readonly recipients: readonly Recipient[];
  readonly withoutPhone: number;
  readonly badPhones: readonly string[];
}

/** The resource on whose behalf people are selected. */
const sending = ['sys/sms'];

interface Chosen {
  readonly userIds: readonly string[];
  readonly orgIds: readonly string[];
  readonly phones: readonly string[];
}

/**
 * Everyone whom the choice includes, each number once: the people, those of the organisations and their descendants,
 * and the typed numbers. Only people in the sender's data scope who can sign in. Refuses a choice that names a person
 * who is not visible to the sender, or with more recipients than one sending may have.
 */
export async function findRecipients(context: Context, { userIds, orgIds, phones }: Chosen): Promise<Recipients> {
  await requireVisible(context, 'sys/user', 'userIds', userIds);
  await requireVisible(context, 'sys/org', 'orgIds', orgIds);
  const { rows } = await sql<Row<'sys_user', 'userName' | 'userPhone'>>`
    WITH RECURSIVE below(id) AS (SELECT unnest(${orgIds}::uuid[]) UNION SELECT o.id FROM sys_org o JOIN below ON o.parent_id = below.id)
    SELECT t.user_name, t.user_phone FROM sys_user t
    WHERE (t.id = ANY(${userIds}::uuid[]) OR t.sys_org_id IN (SELECT id FROM below)) AND t.user_status = ${sql.lit(userStatuses.enabled)}
      AND ${visible(context, context.resourceOf('sys/user'), sending)}
    ORDER BY t.id LIMIT ${maxRecipients + 1}`.execute(context.db);
  const typed = phones.map((phone) => phone.trim()).filter((phone) => phone !== '');
  const found = new Map<string, Recipient>();
  for (const { userName, userPhone } of rows) if (userPhone !== null && isMobile(userPhone)) add(found, userPhone, userName);
  for (const phone of typed) if (isMobile(phone)) add(found, phone, null);
  if (found.size > maxRecipients || rows.length > maxRecipients)
    throw refusedField('userIds', `一次最多发送给 ${grouped(maxRecipients)} 人`);
  return {
    recipients: [...found.values()],
    withoutPhone: rows.filter(({ userPhone }) => userPhone === null || !isMobile(userPhone)).length,
    badPhones: [...new Set(typed.filter((phone) => !isMobile(phone)))],
  };
}

function add(found: Map<string, Recipient>, typed: string, name: string | null): void {
  const phone = plainPhone(typed);
  if (!found.has(phone)) found.set(phone, { phone, name });
}

async function requireVisible(context: Context, name: string, field: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const resource = context.resourceOf(name);
  const { rows } = await sql<{ found: number }>`SELECT count(*)::int AS found FROM ${sql.table(resource.table)} t
    WHERE t.id = ANY(${ids}::uuid[]) AND ${visible(context, resource, sending)}`.execute(context.db);
  if ((rows[0]?.found ?? 0) < new Set(ids).size) throw refusedField(field, `接收人中有不存在的${resource.title}`);
}
