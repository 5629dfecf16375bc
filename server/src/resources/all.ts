import type { ResourcePart } from '../crud/operations.ts';
import { dictPart } from './dict.ts';
import { userPart } from './user.ts';

/** What differs from the pattern, by resource name; a resource without an entry is the pattern and nothing else. */
export const resourceParts: Readonly<Record<string, ResourcePart>> = {
  'sys/dict': dictPart,
  'sys/user': userPart,
};
