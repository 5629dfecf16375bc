import { type Kysely, sql } from 'kysely';
import { newId } from '../../platform/database/new-id.ts';
import { now } from '../../platform/database/now.ts';
import { labelPinyin } from '../../platform/database/pinyin.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { OtherAccount, SignedInBy } from './signed-in-by.ts';

/** The account linked with this issuer and subject; undefined if there is none yet. */
export async function linkedUser(db: Kysely<Tables>, { issuer, subject }: OtherAccount): Promise<string | undefined> {
  const found = await db
    .selectFrom('sys_linked_account')
    .select('sysUserId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return found?.sysUserId ?? undefined;
}

/** Links an external account with a local one, whose owner has proved both. Refuses with 40900 if it has meanwhile been linked with another. */
export async function linkAccount(db: Kysely<Tables>, userId: string, by: SignedInBy): Promise<void> {
  const pinyin = (await labelPinyin())(by.name);
  const values = {
    sysUserId: userId,
    loginMethod: by.way,
    externalName: by.name,
    labelPinyin: pinyin,
    updateUser: userId,
    assignedBy: null,
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sys_linked_account')
    .values({ id: newId(), createUser: userId, issuer: by.issuer, subject: by.subject, lastUsedTime: now, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet((eb) => ({ ...values, version: eb('sys_linked_account.version', '+', 1), updateTime: now, lastUsedTime: now }))
        .where((eb) => eb.or([eb('sys_linked_account.sysUserId', 'is', null), eb('sys_linked_account.sysUserId', '=', userId)])),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal('conflict', { message: `“${by.name}”已关联其他用户，请联系管理员` });
}

/** Records an external account without a local one, so that an administrator can assign it. */
export async function recordUnlinkedAccount(db: Kysely<Tables>, by: SignedInBy): Promise<void> {
  await sql`
    INSERT INTO sys_linked_account (id, login_method, issuer, subject, external_name, label_pinyin, last_used_time)
    VALUES (${newId()}, ${by.way}, ${by.issuer}, ${by.subject}, ${by.name}, ${(await labelPinyin())(by.name)}, now())
    ON CONFLICT (issuer, subject) DO UPDATE SET last_used_time = now(), external_name = excluded.external_name, label_pinyin = excluded.label_pinyin
    WHERE sys_linked_account.sys_user_id IS NULL`.execute(db);
}

/** Records the last use of an external account. */
export async function recordLinkUse(db: Kysely<Tables>, { issuer, subject }: OtherAccount): Promise<void> {
  await db
    .updateTable('sys_linked_account')
    .set({ lastUsedTime: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** Ends the sessions, except `except`, that somebody opened with an external account that is no longer linked to them. */
export async function endSessionsByLink(
  db: Kysely<Tables>,
  { issuer, subject, userId }: OtherAccount & { userId: string },
  except?: string,
): Promise<void> {
  const isTheirs = sql<boolean>`signed_in_by @> ${JSON.stringify({ issuer, subject })}::jsonb`;
  await db.deleteFrom('sys_sign_in_ticket').where('sysUserId', '=', userId).where(isTheirs).execute();
  await db
    .updateTable('sys_session')
    .set({ endTime: now, endReason: '登录所用的账号已解除关联' })
    .where('sysUserId', '=', userId)
    .where('endTime', 'is', null)
    .where(isTheirs)
    .$if(except !== undefined, (others) => others.where('id', '!=', except ?? ''))
    .execute();
}
