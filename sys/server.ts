import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { dictPart } from './dictionaries/server/dict.ts';
import { districtPart } from './districts/server/district.ts';
import { functionPart } from './functions/server/function.ts';
import { guardInUse } from './shared/server/guard-in-use.ts';
import { msgPart } from './notices/server/msg.ts';
import { orgPart } from './orgs/server/org.ts';
import { recyclePart } from './recycle-bin/server/recycle.ts';
import { rolePart } from './roles/server/role.ts';
import { sessionPart } from './sessions/server/session.ts';
import { userPart } from './users/server/user.ts';

/** What differs from the pattern, by resource name; a resource without an entry is the pattern and nothing else. */
export const resourceParts: Readonly<Record<string, ResourcePart>> = {
  'sys/dept': { operations: { write: guardInUse('deptStatus') } },
  'sys/dict': dictPart,
  'sys/district': districtPart,
  'sys/function': functionPart,
  'sys/msg': msgPart,
  'sys/org': orgPart,
  'sys/recycle': recyclePart,
  'sys/role': rolePart,
  'sys/session': sessionPart,
  'sys/user': userPart,
};
