import { randomBytes } from 'node:crypto';
import type { PasskeyQuestion } from '@back-office/contract/calls/passkey.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import { newId } from '../../platform/database/new-id.ts';
import { now } from '../../platform/database/now.ts';
import type { Row, Tables } from '../../platform/database/tables.ts';
import type { Settings } from '../../platform/settings.ts';
import { type Refusal, refusedField } from '../../platform/http/refusal.ts';
import { type ChallengeParty, challengeSeconds, openChallenge, consumeChallenge } from './challenges.ts';
import { type Answered, knownTransports } from './read-answer.ts';

/** EdDSA, ES256 and RS256, which authenticators support and every Node here can verify. */
const algorithms = [-8, -7, -257];
const timeout = challengeSeconds * 1000;

/** The party that requests a passkey, as browsers and authenticators know it. */
interface RelyingParty {
  readonly id: string;
  readonly origin: string;
  /** Shown by the authenticator. */
  readonly name: string;
}

/** Passkeys for the address in PUBLIC_URL, never for one that a request names; undefined if they are off. */
export function passkeysOf({ passkeys, publicUrl, title }: Pick<Settings, 'passkeys' | 'publicUrl' | 'title'>): Passkeys | undefined {
  if (!passkeys || publicUrl === undefined) return undefined;
  const { hostname, origin } = new URL(publicUrl);
  return new Passkeys({ id: hostname, origin, name: title });
}

/** The passkey that answered and, if it is not accepted, why. `copied`: its counter went back, so two copies may exist. */
export type Checked =
  | { readonly outcome: 'right'; readonly passkey: Found }
  | { readonly outcome: 'wrong' | 'copied'; readonly passkey: Found | undefined };
type Found = Row<'sys_passkey', 'id' | 'sysUserId' | 'passkeyName'>;

/** People's passkeys (WebAuthn). Every call works on the given handle, which may be a transaction. */
export class Passkeys {
  readonly #party: RelyingParty;

  constructor(party: RelyingParty) {
    this.#party = party;
  }

  /** Requests a new passkey: discoverable, with user verification, and on an authenticator that has none of this person yet. */
  async startRegistration(
    db: Kysely<Tables>,
    { userId, userAccount, userName }: { userId: string; userAccount: string; userName: string },
    asker: ChallengeParty,
  ): Promise<PasskeyQuestion<PublicKeyCredentialCreationOptionsJSON>> {
    const { generateRegistrationOptions } = await webAuthn();
    const { ceremony, challenge } = await openChallenge(db, asker);
    const options = await generateRegistrationOptions({
      rpName: this.#party.name,
      rpID: this.#party.id,
      userID: new Uint8Array(await handleOf(db, userId)),
      userName: userAccount,
      userDisplayName: userName,
      challenge: bytesOf(challenge),
      timeout,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: await credentialsOf(db, userId),
    });
    return { ceremony, expiresIn: challengeSeconds, options };
  }

  /**
   * Stores the passkey that answered, and returns its id; or the refusal, if the ceremony has expired or the answer is
   * not accepted. The refusal is not thrown, so that the challenge is used up either way.
   */
  async finishRegistration(
    db: Kysely<Tables>,
    { userId, passkeyName }: { userId: string; passkeyName: string },
    { ceremony, response }: Answered<RegistrationResponseJSON>,
    asker: ChallengeParty,
  ): Promise<string | Refusal> {
    const { verifyRegistrationResponse } = await webAuthn();
    const challenge = await consumeChallenge(db, ceremony, asker);
    if (challenge === undefined) return expiredRefusal();
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      ...this.#expected(challenge),
      supportedAlgorithmIDs: algorithms,
    }).catch(() => ({ registrationInfo: undefined }));
    if (registrationInfo === undefined) return refusedField('response', '通行密钥未通过校验，请重试');
    const { credential, credentialDeviceType } = registrationInfo;
    const id = newId();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('sys_passkey')
      .values({
        id,
        sysUserId: userId,
        createUser: userId,
        updateUser: userId,
        passkeyName,
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        passkeySynced: credentialDeviceType === 'multiDevice' ? '是' : '否',
      })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n ? id : refusedField('response', '这个通行密钥已经添加过');
  }

  /** Requests an assertion: from one of this person's passkeys or, without a person, from any that they choose. */
  async ask(db: Kysely<Tables>, asker: ChallengeParty, userId?: string): Promise<PasskeyQuestion<PublicKeyCredentialRequestOptionsJSON>> {
    const { generateAuthenticationOptions } = await webAuthn();
    const { ceremony, challenge } = await openChallenge(db, asker);
    const options = await generateAuthenticationOptions({
      rpID: this.#party.id,
      challenge: bytesOf(challenge),
      timeout,
      userVerification: 'required',
      ...(userId === undefined ? {} : { allowCredentials: await credentialsOf(db, userId) }),
    });
    return { ceremony, expiresIn: challengeSeconds, options };
  }

  /**
   * Verifies an answer, and uses up the challenge either way: call it where that is committed. With `userId`, only that
   * person's passkeys are accepted. Refuses with 40000 a ceremony that is expired, used or another's.
   */
  async check(
    db: Kysely<Tables>,
    { ceremony, response }: Answered<AuthenticationResponseJSON>,
    asker: ChallengeParty,
    userId?: string,
  ): Promise<Checked> {
    const { verifyAuthenticationResponse } = await webAuthn();
    const challenge = await consumeChallenge(db, ceremony, asker);
    if (challenge === undefined) throw expiredRefusal();
    const kept = await db
      .selectFrom('sys_passkey as p')
      .innerJoin('sys_passkey_owner as o', 'o.sysUserId', 'p.sysUserId')
      .select(['p.id', 'p.sysUserId', 'p.passkeyName', 'p.publicKey', 'o.userHandle'])
      .where('p.credentialId', '=', Buffer.from(response.id, 'base64url'))
      .executeTakeFirst();
    if (kept === undefined) return { outcome: 'wrong', passkey: undefined };
    const passkey: Found = { id: kept.id, sysUserId: kept.sysUserId, passkeyName: kept.passkeyName };
    const { userHandle } = response.response;
    // If no person was named in the request, the answer must name them (WebAuthn Level 3, 7.2).
    const names = userHandle === undefined ? userId !== undefined : kept.userHandle.equals(Buffer.from(userHandle, 'base64url'));
    if (!names || (userId !== undefined && userId !== kept.sysUserId)) return { outcome: 'wrong', passkey };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      ...this.#expected(challenge),
      // The counter is compared below, where two concurrent answers cannot both pass.
      credential: { id: response.id, publicKey: new Uint8Array(kept.publicKey), counter: 0 },
    }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
    if (!verified || authenticationInfo === undefined) return { outcome: 'wrong', passkey };
    return { outcome: (await countUse(db, kept.id, authenticationInfo.newCounter, asker.ip)) ? 'right' : 'copied', passkey };
  }

  #expected(challenge: string) {
    return {
      expectedChallenge: challenge,
      expectedOrigin: this.#party.origin,
      expectedRPID: this.#party.id,
      requireUserVerification: true,
    };
  }
}

/** Records a use; false if the counter did not increase: an authenticator that counts never repeats a number. */
async function countUse(db: Kysely<Tables>, id: string, counter: number, ip: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sys_passkey')
    .set({ counter, lastUsedTime: now, lastUsedIp: ip })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The user handle of the person for authenticators; created with the first passkey and kept. */
async function handleOf(db: Kysely<Tables>, userId: string): Promise<Buffer> {
  await db
    .insertInto('sys_passkey_owner')
    .values({ sysUserId: userId, userHandle: randomBytes(32) })
    .onConflict((conflict) => conflict.column('sysUserId').doNothing())
    .execute();
  const { userHandle } = await db
    .selectFrom('sys_passkey_owner')
    .select('userHandle')
    .where('sysUserId', '=', userId)
    .executeTakeFirstOrThrow();
  return userHandle;
}

async function credentialsOf(db: Kysely<Tables>, userId: string) {
  const rows = await db.selectFrom('sys_passkey').select(['credentialId', 'transports']).where('sysUserId', '=', userId).execute();
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    transports: knownTransports(transports),
  }));
}

/** Imported on first use: it costs memory and time that most starts do not need. */
const webAuthn = () => import('@simplewebauthn/server');
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
const expiredRefusal = (): Refusal => refusedField('response', '通行密钥的验证已超时，请重试');
