import { argon2 as argon2Callback, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '../../platform/http/refusal.ts';
import { ConcurrencyTimeout, ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';

const argon2 = promisify(argon2Callback);

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's second choice for argon2id: 19 MiB, two passes. One hash takes about 30 ms on a thread of its own. */
const safe: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
let cost = safe;
const tagLength = 32;

/**
 * One of Node's four threads for such work stays free for files. Browsers abandon a slow sign-in: a longer queue would
 * hash passwords for callers who have given up.
 */
const hashing = new ConcurrencyLimiter(3, 8_000);

/**
 * For tests alone, which sign in a thousand times; `false` for tests that depend on the real duration. A hash contains
 * its cost, so each is verified with the cost it was made with.
 */
export function hashCheaply(cheaply = true): void {
  cost = cheaply ? { memory: 64, passes: 1, parallelism: 1 } : safe;
}

/** Hashes a password with argon2id; returns the PHC string that `verifyPassword` reads. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Hashes a password of `randomPassword` with a fast hash: 93 random bits need no slow one, and an import creates
 * thousands of them in one transaction. Never for a password that a person chose.
 */
export function hashRandomPassword(password: string): string {
  const salt = randomBytes(16);
  return `$sha256$${unpadded(salt)}$${unpadded(quick(password, salt))}`;
}

/** True if the password matches the hash; false for a hash of another form too. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const random = /^\$sha256\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash);
  if (random !== null) {
    // As slow as the others, so that the time does not reveal which accounts have a one-time password.
    await verifyNothing(password);
    const [, salt = '', tag = ''] = random;
    return timingSafeEqual(quick(password, Buffer.from(salt, 'base64')), Buffer.from(tag, 'base64'));
  }
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash);
  if (parts === null) return false;
  const [memory = 0, passes = 0, parallelism = 0] = parts.slice(1, 4).map(Number);
  const expected = Buffer.from(parts[5] ?? '', 'base64');
  const tag = await derive(password, Buffer.from(parts[4] ?? '', 'base64'), { memory, passes, parallelism });
  return tag.length === expected.length && timingSafeEqual(tag, expected);
}

const dummy = hashPassword(randomBytes(16).toString('hex'));

/**
 * Takes as long as `verifyPassword`, for an account that does not exist: the time must reveal nothing
 * (docs/hardening.md A08).
 */
export async function verifyNothing(password: string): Promise<void> {
  await verifyPassword(password, await dummy);
}

// Without the letters and digits that people confuse when they read them aloud.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** A random password of 16 characters, for one sign-in. */
export function randomPassword(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

async function derive(
  password: string,
  salt: Buffer,
  { memory, passes, parallelism }: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  try {
    return await hashing.run(() =>
      argon2('argon2id', { message: Buffer.from(password), nonce: salt, memory, passes, parallelism, tagLength }),
    );
  } catch (error) {
    throw error instanceof ConcurrencyTimeout ? new Refusal('unavailable', { message: '登录的人太多，请稍后再试' }) : error;
  }
}

const quick = (password: string, salt: Buffer): Buffer => createHmac('sha256', salt).update(password).digest();

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
