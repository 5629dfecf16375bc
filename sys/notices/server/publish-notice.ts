import type { Kysely } from 'kysely';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { msgScopes, msgStatuses } from '../msg.ts';

interface Published {
  readonly title: string;
  /** HTML of the few elements of notices; what somebody typed goes through `escapeHtml`. */
  readonly content: string;
  readonly scope: typeof msgScopes.people | typeof msgScopes.roles;
  readonly targets: readonly string[];
}

/** Publishes what the server itself has to say, in the caller's transaction; `announceDue` tells those who are online. */
export async function publishNotice(db: Kysely<Tables>, { title, content, scope, targets }: Published): Promise<void> {
  await db
    .insertInto('sys_msg')
    .values({
      id: newId(),
      msgTitle: title,
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

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
