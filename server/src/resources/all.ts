import type { ResourcePart } from '../crud/operations.ts';
import { dictPart } from './dict.ts';
import { districtPart } from './district.ts';
import { functionPart } from './function.ts';
import { guardInUse } from './keep-in-use.ts';
import { msgPart } from './msg.ts';
import { orgPart } from './org.ts';
import { recyclePart } from './recycle.ts';
import { rolePart } from './role.ts';
import { sessionPart } from './session.ts';
import { userPart } from './user.ts';

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
