import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { sql } from 'kysely';
import { dept } from '../../depts/dept.ts';
import { linkedAccount } from '../../linked-accounts/linked-account.ts';
import { user } from '../../users/user.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { batchesOf } from '@back-office/server/platform/database/batches-of.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import type { TrialLine } from '../directory-calls.ts';
import type { DirectoryClaim } from './claim-directory.ts';
import type { DirectoryState } from './directory-state.ts';
import type { DirectoryParts } from './parts.ts';
import type { Plan, PlannedPerson } from './plan-directory.ts';
import { requireSyncRights } from './require-sync-rights.ts';
import { savedAs } from './saved-as.ts';
import { saveChecked } from './save-checked.ts';
import { withinAssigners } from './within-assigners.ts';

/** People per transaction: a single one for a whole company would hold its locks for minutes. */
const atOnce = 100;

interface Run {
  readonly parts: DirectoryParts;
  readonly claim: DirectoryClaim;
  readonly userId: string;
  readonly directoryId: string;
  readonly issuer: string;
  readonly way: string;
  readonly signal: AbortSignal;
}

/**
 * Applies a plan in parts, with the rights of the person whom it runs as. If a part fails, earlier parts stay committed, and the
 * next run continues. A refused part is retried record by record, so that one record does not block the others.
 */
export async function applyPlan(run: Run, plan: Plan, state: DirectoryState): Promise<{ saved: PlannedPerson[]; conflicts: TrialLine[] }> {
  const conflicts: TrialLine[] = [];
  await inTransaction(run, (context) => saveDepartments(run, context, plan, conflicts));
  const saved: PlannedPerson[] = [];
  for (const part of batchesOf(plan.people, atOnce)) {
    // If the person has lost the right, or another run has begun, this one ends: otherwise every record would be refused one by one.
    await actingIn(run, run.parts.db);
    await run.claim.hold(run.parts.db);
    saved.push(...(await savePart(run, part, state, conflicts)));
    run.signal.throwIfAborted();
  }
  await inTransaction(run, (context) =>
    keepEntries(
      context,
      run.directoryId,
      plan.known.map((one) => ({ ...one, kind: 'person' })),
    ),
  );
  return { saved, conflicts };
}

function inTransaction<Result>(run: Run, work: (context: Context) => Promise<Result>): Promise<Result> {
  return withTransaction(run.parts.db, async (transaction) => {
    await run.claim.hold(transaction);
    const result = await work(await actingIn(run, transaction));
    await run.claim.hold(transaction);
    return result;
  });
}

/** The context of the person whom it runs as, with their current rights: a run may take minutes. */
async function actingIn({ parts, userId }: Run, db: DirectoryParts['db']): Promise<Context> {
  const context = await parts.contextFor(db, userId, 'directory');
  requireSyncRights(context);
  return context;
}

async function saveDepartments(
  { parts, directoryId }: Run,
  context: Context,
  { departments }: Plan,
  conflicts: TrialLine[],
): Promise<void> {
  const writing = departments.flatMap(({ values, ...row }) => (values === undefined ? [] : [{ ...row, values }]));
  const done = await saveChecked(context, savedAs.dept(context), parts.operationsOf(dept.name), writing, { write: true });
  conflicts.push(...done.conflicts);
  const saved = new Set(done.saved.map(({ id }) => id));
  const kept = departments.filter(({ id, isNew }) => !isNew || saved.has(id));
  await keepEntries(
    context,
    directoryId,
    kept.map(({ key, id }) => ({ kind: 'department', key, id, isDisabled: false, assignedBy: null })),
  );
}

async function savePart(run: Run, part: readonly PlannedPerson[], state: DirectoryState, conflicts: TrialLine[]): Promise<PlannedPerson[]> {
  try {
    const done = await inTransaction(run, (context) => savePeople(run, context, part, state));
    conflicts.push(...done.conflicts);
    return [...done.saved];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (part.length > 1) {
      const each: PlannedPerson[] = [];
      for (const person of part) each.push(...(await savePart(run, [person], state, conflicts)));
      return each;
    }
    conflicts.push(...part.map(({ name }) => ({ name, detail: error.message })));
    return [];
  }
}

async function savePeople(run: Run, context: Context, part: readonly PlannedPerson[], state: DirectoryState) {
  const { parts, directoryId } = run;
  const allowed = await withinAssigners(parts, context.db, part);
  const people = await withoutMissingDepartments(context, allowed.people);
  const [saving, unchanged] = [people.filter(changes), people.filter((person) => !changes(person))];
  const done = await saveChecked(context, savedAs.user(context), parts.operationsOf(user.name), saving, { write: true });
  const links = done.saved.flatMap(({ kind, id, key, name, from }) => {
    const link = state.links.get(key);
    if (kind !== 'added' || from === undefined) return [];
    const values = { externalName: name, sysUserId: id, loginMethod: run.way, issuer: run.issuer, subject: key };
    return [{ id: link?.id ?? crypto.randomUUID(), name, values: link === undefined ? values : { ...values, version: link.version } }];
  });
  const linked = await saveChecked(context, savedAs.linkedAccount(context), parts.operationsOf(linkedAccount.name), links, { write: true });
  await ownLinks(context, links);
  await keepEntries(
    context,
    directoryId,
    [...done.saved, ...unchanged].map((person) => ({ ...person, kind: 'person' })),
  );
  return { saved: done.saved, conflicts: [...allowed.conflicts, ...done.conflicts, ...linked.conflicts] };
}

const changes = ({ values }: PlannedPerson): boolean => Object.keys(values).some((name) => name !== 'version');

/** The directory itself says whose its new people are: nobody assigned them. */
async function ownLinks({ db }: Context, links: readonly { id: string }[]): Promise<void> {
  const ids = links.map(({ id }) => id);
  if (ids.length > 0) await db.updateTable('sys_linked_account').set({ assignedBy: null }).where('id', '=', anyOf(ids)).execute();
}

/** The person without the planned department; that of an organisation which they leave is not kept. */
export function withoutDepartment(person: PlannedPerson): PlannedPerson {
  const { sysDeptId: _left, ...values } = person.values;
  return { ...person, values: 'sysOrgId' in values ? { ...values, sysDeptId: null } : values };
}

/** Leaves out the department if it could not be saved. */
async function withoutMissingDepartments({ db }: Context, part: readonly PlannedPerson[]): Promise<PlannedPerson[]> {
  const departmentIds = [...new Set(part.flatMap(({ values: { sysDeptId } }) => (typeof sysDeptId === 'string' ? [sysDeptId] : [])))];
  const found = departmentIds.length === 0 ? [] : await db.selectFrom('sys_dept').select('id').where('id', 'in', departmentIds).execute();
  const existingIds = new Set(found.map(({ id }) => id));
  return part.map((person) => {
    const { sysDeptId } = person.values;
    return typeof sysDeptId !== 'string' || existingIds.has(sysDeptId) ? person : withoutDepartment(person);
  });
}

interface Entry {
  readonly kind: 'person' | 'department';
  readonly key: string;
  readonly id: string;
  readonly isDisabled: boolean;
  readonly assignedBy: string | null;
}

/** Stores which record belongs to which directory entry, in batches: most people of a company are unchanged. */
async function keepEntries({ db }: Context, directoryId: string, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(({ kind, key, id, isDisabled, assignedBy }) => ({ kind, key, id, isDisabled, assignedBy }));
  for (const portion of batchesOf(rows))
    await sql`
      INSERT INTO sys_directory_entry (sys_directory_id, entry_kind, entry_key, record_id, is_disabled, assigned_by)
      SELECT ${directoryId}::uuid, kind, key, id, "isDisabled", "assignedBy"
      FROM jsonb_to_recordset(${JSON.stringify(portion)}::jsonb) AS given (kind text, key text, id uuid, "isDisabled" boolean, "assignedBy" uuid)
      ON CONFLICT (sys_directory_id, entry_kind, entry_key)
      DO UPDATE SET record_id = excluded.record_id, is_disabled = excluded.is_disabled, assigned_by = excluded.assigned_by`.execute(db);
}
