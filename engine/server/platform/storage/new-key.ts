import { randomBytes } from 'node:crypto';

/** The key of a new object: random, so that nobody can guess one and no two ever meet; its beginning spreads folders. */
export function newKey(): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

/** Whether a text has the shape of a key: the last guard before it becomes a path. */
export const isKey = (text: string): boolean => /^(?:[0-9a-f]{2}\/[0-9a-f]{32}|store-id)$/.test(text);
