import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { batchesOf } from '../../platform/database/batches-of.ts';
import { hashPassword } from './password.ts';

/** Most secrets that one batch may set: each takes some 30 ms of CPU time, while the calling program waits. */
export const maxSecrets = 100;

/** Returns the hash of a secret. */
export type Hash = (secret: string) => Promise<string>;

/**
 * Hashes the secrets of records before their transaction opens: inside it, hashing would hold a connection, or all of the embedded database,
 * for seconds. Two at a time, so that sign-ins do not wait behind all of them. Returns a function that hands out each hash once. Hashes none
 * of more than `maxSecrets`: the write refuses those.
 */
export async function hashAhead({ fields }: Resource, posted: readonly Readonly<Record<string, unknown>>[]): Promise<Hash> {
  const names = Object.keys(fields).filter((name) => fields[name]?.kind === 'secret');
  const secrets = posted.flatMap((record) => names.flatMap((name) => secretIn(record[name])));
  if (secrets.length > maxSecrets) return hashPassword;
  const made = new Map<string, string[]>();
  for (const two of batchesOf(secrets, 2))
    for (const [at, hash] of (await Promise.all(two.map(hashPassword))).entries()) {
      const secret = two[at] ?? '';
      made.set(secret, [...(made.get(secret) ?? []), hash]);
    }
  return async (secret) => made.get(secret)?.pop() ?? hashPassword(secret);
}

/** A secret that is too long is skipped here and refused later, together with all other issues. */
const secretIn = (value: unknown): string[] =>
  typeof value === 'string' && value !== '' && value.length <= limits.password.max ? [value] : [];
