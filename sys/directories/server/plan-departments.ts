import { cutText } from '@back-office/contract/cut-text.ts';
import type { DirectoryDepartment } from '@back-office/server/office/directory.ts';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import type { TrialLine } from '../directory-calls.ts';
import type { DirectoryState } from './directory-state.ts';

/** A department's record as a run would save it, parents before children. */
export interface PlannedDepartment {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly isNew: boolean;
  /** The values to save; undefined if only the link is new. */
  readonly values: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Maps the directory's departments to those of an organisation: as an earlier run did, else to one of the same name and parent, which people may have
 * entered; else they are new. Those gone from the directory stay unchanged: people may still be in them.
 */
export function planDepartments(
  departments: readonly DirectoryDepartment[],
  state: DirectoryState,
  orgId: string,
  conflicts: TrialLine[],
): { planned: PlannedDepartment[]; idOf: ReadonlyMap<string, string> } {
  const tied = new Map(state.entries.filter(({ kind }) => kind === 'department').map(({ key, recordId }) => [key, recordId]));
  const existing = [...state.departments.values()];
  const claimed = new Set(tied.values());
  const idOf = new Map<string, string>();
  const planned: PlannedDepartment[] = [];
  for (const { key, name: given, parent } of inOrder(departments, conflicts)) {
    const name = cutText(given, 100);
    const parentId = parent === undefined ? null : (idOf.get(parent) ?? null);
    const before = state.departments.get(tied.get(key) ?? '');
    const twin = existing.find((row) => row.parentId === parentId && row.name === name && !claimed.has(row.id));
    const current = before ?? twin;
    const id = current?.id ?? newId();
    idOf.set(key, id);
    claimed.add(id);
    if (current === undefined) planned.push({ id, key, name, isNew: true, values: { deptName: name, parentId, sysOrgId: orgId } });
    else if (current.name !== name || current.parentId !== parentId)
      planned.push({ id, key, name, isNew: false, values: { version: current.version, deptName: name, parentId, sysOrgId: orgId } });
    else if (before === undefined) planned.push({ id, key, name, isNew: false, values: undefined });
  }
  return { planned, idOf };
}

/** Orders parents before children; departments in a cycle, which no directory should contain, are left out. */
function inOrder(departments: readonly DirectoryDepartment[], conflicts: TrialLine[]): DirectoryDepartment[] {
  const all = new Map(departments.map((department) => [department.key, department]));
  const placed = new Set<string>();
  const ordered: DirectoryDepartment[] = [];
  let waiting = [...all.values()];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ parent }) => parent === undefined || placed.has(parent) || !all.has(parent));
    if (ready.length === 0) {
      conflicts.push(...waiting.map(({ name }) => ({ name, detail: '部门互为上级，无法放置' })));
      break;
    }
    for (const department of ready) placed.add(department.key);
    ordered.push(...ready);
    waiting = waiting.filter(({ key }) => !placed.has(key));
  }
  return ordered;
}
