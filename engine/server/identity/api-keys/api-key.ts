import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix of every API key, by which scanners of source code and log files recognise one (docs/wire.md "Programs"). */
const mark = 'bo_';

const pattern = /^bo_([A-Za-z0-9_-]{43})([0-9a-f]{8})$/;

/** Generates an API key: 32 random bytes, and a checksum that detects a mistyped key without a query. */
export function newApiKey(): string {
  const random = mark + randomBytes(32).toString('base64url');
  return random + checksumOf(random);
}

/** Whether a text has the form and checksum of an API key; the key need not exist. */
export function isApiKey(text: string): boolean {
  const parts = pattern.exec(text);
  return parts !== null && parts[2] === checksumOf(mark + (parts[1] ?? ''));
}

/** The stored hash of a key. A key has as much randomness as the hash, so a slow hash is unnecessary. */
export const hashOfApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');
