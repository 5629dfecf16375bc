import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';
import { msgScopes } from '../msg.ts';
import { announceDue } from './announce.ts';
import { escapeHtml, publishNotice } from './publish-notice.ts';

/** Tells people, in the caller's transaction, that their password was changed (`how`, as the end of a sentence). */
export async function tellOfChangedPasswords(db: Kysely<Tables>, people: readonly string[], how: string): Promise<void> {
  const advice = '如果您不知情，请立即告知管理员，并在个人中心检查登录记录、下线其他设备并修改密码';
  const content = `<p>您的密码已${escapeHtml(how)}。</p><p>${advice}。</p>`;
  await publishNotice(db, { title: '您的密码已修改', content, scope: msgScopes.people, targets: people });
  await announceDue(db);
}
