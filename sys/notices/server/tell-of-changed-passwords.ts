import type { Outliving } from '@back-office/server/office/outlives-password.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';
import { msgScopes } from '../msg.ts';
import { announceDue } from './announce.ts';
import { escapeHtml, publishNotice } from './publish-notice.ts';

/**
 * Tells people, in the caller's transaction, that their password was changed (`how`, as the end of a sentence) and what of theirs stays valid: each
 * by one notice.
 */
export async function tellOfChangedPasswords(
  { features }: Pick<Services, 'features'>,
  db: Kysely<Tables>,
  people: readonly string[],
  how: string,
): Promise<void> {
  const outliving: Outliving[] = [];
  for (const { outlivesPassword } of features) if (outlivesPassword !== undefined) outliving.push(await outlivesPassword(db, people));
  // Whose notices say the same share one.
  const groups = Map.groupBy(people, (person) =>
    outliving
      .filter(({ people: theirs }) => theirs.includes(person))
      .map(({ title }) => title)
      .join(),
  );
  for (const [, targets] of groups) {
    const kept = outliving.filter(({ people: theirs }) => theirs.includes(targets[0] ?? ''));
    const title = ['您的密码已修改', ...kept.map((one) => one.title)].join('，');
    const said = [`您的密码已${how}。`, advice, ...kept.map(({ words }) => words)];
    const content = said.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
    await publishNotice(db, { title, content, scope: msgScopes.people, targets });
  }
  await announceDue(db);
}

const advice = '如果您不知情，请立即告知管理员，并在个人中心检查登录记录、下线其他设备并修改密码。';
