import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** How every API key begins, by which scanners of source code and log files know one (docs/wire.md "Programs"). */
const mark = 'bo_';

const pattern = /^bo_([A-Za-z0-9_-]{43})([0-9a-f]{8})$/;

/** A new API key: 32 random bytes, and a checksum by which a mistyped one is known without asking the database. */
export function newApiKey(): string {
  const random = mark + randomBytes(32).toString('base64url');
  return random + checksumOf(random);
}

/** Whether a text is made as API keys are, whether there is one or not. */
export function isApiKey(text: string): boolean {
  const parts = pattern.exec(text);
  return parts !== null && parts[2] === checksumOf(mark + (parts[1] ?? ''));
}

/** What is stored of a key. It is as random as the hash, so that nothing slower is needed. */
export const hashOfApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');
