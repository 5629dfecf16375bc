import type { Kysely } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { msgScopes } from '../msg.ts';
import { announceDue } from './announce.ts';
import { escapeHtml, publishNotice } from './publish-notice.ts';

interface Changed {
  readonly userId: string;
  readonly title: string;
  /** What was added or removed, if the title does not say it. */
  readonly name?: string;
  /** The address, or who did it. */
  readonly from: string;
  /** What to do first if it was not them, as a part of a sentence. */
  readonly remedy: string;
}

/** Tells a person, in the caller's transaction, that something which opens their account was added, removed or changed. */
export async function notifyOwner(db: Kysely<Tables>, { userId, title, name, from, remedy }: Changed): Promise<void> {
  const advice = `<p>如果不是您本人操作，请立即在个人中心${remedy}、下线其他设备并修改密码，并告知管理员。</p>`;
  const named = name === undefined ? '' : `：“${escapeHtml(name)}”`;
  const content = `<p>${title}${named}（${escapeHtml(from)}）。</p>${advice}`;
  await publishNotice(db, { title, content, scope: msgScopes.people, targets: [userId] });
  await announceDue(db);
}
