import type { Kysely } from 'kysely';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { labelPinyin } from '@back-office/server/platform/database/pinyin.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { msgScopes, msgStatuses } from '../msg.ts';

interface Published {
  readonly title: string;
  /** HTML limited to the elements allowed in notices; escape user input with `escapeHtml`. */
  readonly content: string;
  readonly scope: typeof msgScopes.people | typeof msgScopes.roles;
  readonly targets: readonly string[];
}

/**
 * Publishes a notice by the server itself, in the caller's transaction, to people or to the holders of roles. People online are notified
 * within ten seconds.
 *
 * @example
 * export const remind = (db: Kysely<Tables>, userId: string, device: string) =>
 *   publishNotice(db, { title: '设备逾期未还', content: `<p>${escapeHtml(device)}已到归还日期。</p>`, scope: '用户', targets: [userId] });
 */
export async function publishNotice(db: Kysely<Tables>, { title, content, scope, targets }: Published): Promise<void> {
  await db
    .insertInto('sys_msg')
    .values({
      id: newId(),
      msgTitle: title,
      labelPinyin: (await labelPinyin())(title),
      msgContent: content,
      msgType: '提醒',
      msgLevel: '重要',
      msgScope: scope,
      targetIds: targets,
      msgStatus: msgStatuses.published,
      publishTime: now,
    })
    .execute();
}

/**
 * Escapes text for HTML.
 *
 * @example
 * export const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
