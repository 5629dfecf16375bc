import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { now, secondsAgo } from '../../platform/database/now.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { networkOf } from '../session/network-of.ts';

/** Seconds that a challenge is good for. */
export const challengeSeconds = 300;

/** Challenges that one network may ask for in a minute: an office behind one address in the morning, and no flood. */
const mostOfNetwork = 300;

/** What a signature is for; one that was asked for one purpose serves no other. */
type Purpose = 'register' | 'confirm' | 'second-factor' | 'sign-in';

/** Who may answer: the challenge is bound to it, so that an answer is worth nothing elsewhere. */
export interface Asker {
  readonly purpose: Purpose;
  /** What only they know or are: the id of their session, the ticket of their half sign-in, the secret of their browser. */
  readonly bound: string;
  readonly ip: string;
}

/** Makes a challenge; what it gives names the ceremony and goes to whoever asked, who sends it back with the answer. */
export async function openChallenge(db: Kysely<Tables>, { purpose, bound, ip }: Asker): Promise<{ ceremony: string; challenge: string }> {
  const network = networkOf(ip);
  const { count } = await db
    .selectFrom('sys_passkey_challenge')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .where('createTime', '>', secondsAgo(60))
    .executeTakeFirstOrThrow();
  if (count >= mostOfNetwork) throw new Refusal('tooMany', { retryAfter: 60 });
  const [ceremony, challenge] = [randomText(), randomText()];
  await db
    .insertInto('sys_passkey_challenge')
    .values({ ceremonyHash: sha256(ceremony), boundHash: sha256(bound), purpose, challenge, network, createTime: now })
    .execute();
  return { ceremony, challenge };
}

/** Uses a challenge up; undefined for one that is unknown, over, used before, for something else, or another asker's. */
export async function takeChallenge(
  db: Kysely<Tables>,
  ceremony: string,
  { purpose, bound }: Pick<Asker, 'purpose' | 'bound'>,
): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('sys_passkey_challenge')
    .where('ceremonyHash', '=', sha256(ceremony))
    .where('boundHash', '=', sha256(bound))
    .where('purpose', '=', purpose)
    .where('createTime', '>', secondsAgo(challengeSeconds))
    .returning('challenge')
    .executeTakeFirst();
  return taken?.challenge;
}

const randomText = (): string => randomBytes(32).toString('base64url');
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
