import type { TellOwners } from '@back-office/server/identity/session/tell-owners.ts';
import { msgScopes } from '../msg.ts';
import { announceDue } from './announce.ts';
import { escapeHtml, publishNotice } from './publish-notice.ts';

/** Tells people, by one notice, that something which opens their accounts was added, removed or changed. */
export const notifyOwners: TellOwners = async (db, people, { title, name, from, remedy }) => {
  if (people.length === 0) return;
  const advice = `<p>如果不是您本人操作，请立即在个人中心${remedy}、下线其他设备并修改密码，并告知管理员。</p>`;
  const named = name === undefined ? '' : `：“${escapeHtml(name)}”`;
  const content = `<p>${title}${named}（${escapeHtml(from)}）。</p>${advice}`;
  await publishNotice(db, { title, content, scope: msgScopes.people, targets: people });
  await announceDue(db);
};
