import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { now, secondsAgo } from '../../platform/database/now.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { networkOf } from '../../platform/network-of.ts';

/** Seconds for which a challenge is valid. */
export const challengeSeconds = 300;

/** Challenges that one network may request in a minute: enough for an office behind one address in the morning, and too few for a flood. */
const maxPerNetwork = 300;

/** The purpose of a signature; one requested for one purpose is not accepted for another. */
type Purpose = 'register' | 'confirm' | 'second-factor' | 'sign-in';

/** The party that may answer: the challenge is bound to it, so that the answer is worthless elsewhere. */
export interface ChallengeParty {
  readonly purpose: Purpose;
  /** A secret or id that only they have: the id of their session, the ticket of their half-finished sign-in, the secret of their browser. */
  readonly bound: string;
  readonly ip: string;
}

/** Creates a challenge; its `ceremony` identifies it, and the caller sends that back with the answer. */
export async function openChallenge(
  db: Kysely<Tables>,
  { purpose, bound, ip }: ChallengeParty,
): Promise<{ ceremony: string; challenge: string }> {
  const network = networkOf(ip);
  const { count } = await db
    .selectFrom('sys_passkey_challenge')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .where('createTime', '>', secondsAgo(60))
    .executeTakeFirstOrThrow();
  if (count >= maxPerNetwork) throw new Refusal('tooMany', { retryAfter: 60 });
  const [ceremony, challenge] = [randomText(), randomText()];
  await db
    .insertInto('sys_passkey_challenge')
    .values({ ceremonyHash: sha256(ceremony), boundHash: sha256(bound), purpose, challenge, network, createTime: now })
    .execute();
  return { ceremony, challenge };
}

/** Uses up a challenge; undefined if it is unknown, expired, already used, for another purpose, or another party's. */
export async function consumeChallenge(
  db: Kysely<Tables>,
  ceremony: string,
  { purpose, bound }: Pick<ChallengeParty, 'purpose' | 'bound'>,
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
