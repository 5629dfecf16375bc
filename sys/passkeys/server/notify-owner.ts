import { msgScopes } from '../../notices/msg.ts';
import { announceDue } from '../../notices/server/announce.ts';
import { escapeHtml, publishNotice } from '../../notices/server/publish-notice.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';

const advice = '<p>如果不是您本人操作，请立即在个人中心移除不认识的通行密钥、下线其他设备并修改密码，并告知管理员。</p>';

/** Notifies a person that a sign-in method of their account was added or removed. */
export async function notifyOwner(
  db: Kysely<Tables>,
  { userId, title, passkeyName, from }: { userId: string; title: string; passkeyName: string; from: string },
): Promise<void> {
  const content = `<p>${title}：“${escapeHtml(passkeyName)}”（${escapeHtml(from)}）。</p>${advice}`;
  await publishNotice(db, { title, content, scope: msgScopes.people, targets: [userId] });
  await announceDue(db);
}
