import { createHash, randomBytes } from 'node:crypto';
import type { MustLink } from '@back-office/contract/calls/sign-in.ts';
import type { Kysely } from 'kysely';
import { jsonText } from '../../platform/database/json-text.ts';
import { ago, secondsAgo } from '../../platform/database/now.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { recordUnlinkedAccount } from '../ways/linked-accounts.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';

/** Seconds for which each kind of ticket is valid: a page exchanges the first at once; a person types before the second is used. */
const validSeconds = { enter: 60, link: 600 } as const;

/** The stored hash of a secret that has as much randomness as its hash. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

interface NewTicket {
  readonly purpose: keyof typeof validSeconds;
  readonly by: SignedInBy;
  /** The only browser that may use it; without one, anybody who has the ticket. */
  readonly browser?: string | undefined;
}

/** Issues a one-time ticket for somebody whom a provider has identified; only its hash is stored. */
export async function issueLoginTicket(db: Kysely<Tables>, { purpose, by, browser }: NewTicket): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const browserHash = browser === undefined ? null : hashOf(browser);
  await db
    .insertInto('sys_login_ticket')
    .values({ tokenHash: hashOf(ticket), purpose, browserHash, signedInBy: jsonText(by) })
    .execute();
  return ticket;
}

/** Uses up a ticket. Refuses with 40400 one that is unknown, used, expired, for another purpose, or from another browser. */
export async function redeemLoginTicket(
  db: Kysely<Tables>,
  { ticket, purpose, browser }: { ticket: string; purpose: keyof typeof validSeconds; browser: string | undefined },
): Promise<SignedInBy> {
  const used = await db
    .deleteFrom('sys_login_ticket')
    .where('tokenHash', '=', hashOf(ticket))
    .where('purpose', '=', purpose)
    .returning((eb) => [
      'browserHash',
      eb.ref('signedInBy').$castTo<SignedInBy>().as('by'),
      eb('createTime', '>', secondsAgo(validSeconds[purpose])).$castTo<boolean>().as('good'),
    ])
    .executeTakeFirst();
  const isSameBrowser = used?.browserHash === null || (browser !== undefined && used?.browserHash.equals(hashOf(browser)) === true);
  if (used?.good !== true || !isSameBrowser) throw new Refusal('gone', { message: '登录凭据已失效，请重新登录' });
  return used.by;
}

/** The answer to somebody without a linked account: 40305 with a ticket for the field `link` of POST /api/login. */
export async function linkRequired(
  db: Kysely<Tables>,
  by: SignedInBy,
  { label, browser }: { label: string; browser?: string | undefined },
) {
  await recordUnlinkedAccount(db, by);
  const ticket = await issueLoginTicket(db, { purpose: 'link', by: { ...by, link: true }, browser });
  const data: MustLink = { ticket, expiresIn: validSeconds.link, name: by.name, label };
  return new Refusal('mustLink', { message: `“${by.name}”还没有关联本系统的账号，请用本系统的账号和密码登录一次`, data });
}

/** Records that a token was used, and returns the hash under which it is stored; undefined if it was used before. */
export async function markTokenUsed(db: Kysely<Tables>, what: string): Promise<Buffer | undefined> {
  const tokenHash = hashOf(what);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sys_spent_token')
    .values({ tokenHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? tokenHash : undefined;
}

/** Deletes expired tickets and used tokens, and external accounts that were neither assigned nor used for 30 days. */
export async function clearLoginTickets(db: Kysely<Tables>): Promise<void> {
  await db
    .with('tickets', (all) => all.deleteFrom('sys_login_ticket').where('createTime', '<', ago('1 hour')))
    .with('strangers', (all) =>
      all.deleteFrom('sys_linked_account').where('sysUserId', 'is', null).where('lastUsedTime', '<', ago('30 days')),
    )
    .deleteFrom('sys_spent_token')
    .where('createTime', '<', ago('1 hour'))
    .execute();
}
