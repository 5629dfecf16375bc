import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { Kysely } from 'kysely';
import { requireMaySave } from '../../shared/server/require-may-save.ts';
import type { TrialLine } from '../directory-calls.ts';
import type { DirectoryParts } from './parts.ts';
import type { PlannedPerson } from './plan-directory.ts';
import { savedAs } from './saved-as.ts';

/**
 * People as a run may save them: without the roles and the organisation that whoever assigned their external account may not give
 * (docs/decisions/0104-assigned-links.md). What a run takes from them is the run's alone.
 */
export async function withinAssigners(
  parts: DirectoryParts,
  transaction: Kysely<Tables>,
  people: readonly PlannedPerson[],
): Promise<{ people: PlannedPerson[]; conflicts: TrialLine[] }> {
  const conflicts: TrialLine[] = [];
  const kept: PlannedPerson[] = [];
  for (const person of people) {
    const refusal = await refusalOf(parts, transaction, person);
    kept.push(refusal === undefined ? person : without(person));
    if (refusal !== undefined) conflicts.push({ name: person.name, detail: `角色和机构未同步：指定其关联账号的人不能授予（${refusal}）` });
  }
  return { people: kept, conflicts };
}

async function refusalOf(
  parts: DirectoryParts,
  transaction: Kysely<Tables>,
  { id, assignedBy, given }: PlannedPerson,
): Promise<string | undefined> {
  if (assignedBy === null || given === undefined) return undefined;
  try {
    await requireMaySave(parts, transaction, assignedBy, { resource: savedAs.user, values: { id, ...given.values } });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const without = ({ values: { version }, given, ...person }: PlannedPerson): PlannedPerson => ({
  ...person,
  values: { version, ...given?.left },
});
