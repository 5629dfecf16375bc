import { randomBytes } from 'node:crypto';

/** The key of a new object: random, so that keys cannot be guessed and never collide; its first characters distribute objects over folders. */
export function newKey(): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

/** Whether a text has the form of a key: the last check before it becomes a path. */
export const isKey = (text: string): boolean => /^(?:[0-9a-f]{2}\/[0-9a-f]{32}|store-id)$/.test(text);
