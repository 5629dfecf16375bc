import { outcomes } from '@back-office/contract/status.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { select } from '@back-office/server/crud/select.ts';
import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { DirectoryContent } from '@back-office/server/office/directory.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { dept } from '../../depts/dept.ts';
import { user } from '../../users/user.ts';
import { type DirectoryTrial, maxTrialLines, type TrialKind, type TrialLine } from '../directory-calls.ts';
import { directory } from '../directory.ts';
import { applyPlan, withoutDepartment } from './apply-plan.ts';
import { claimDirectory, type DirectoryClaim } from './claim-directory.ts';
import { readState } from './directory-state.ts';
import { readGroupRoles } from './read-group-roles.ts';
import type { DirectoryParts } from './parts.ts';
import { planDirectory } from './plan-directory.ts';
import { requireSyncRights } from './require-sync-rights.ts';
import { savedAs } from './saved-as.ts';
import { saveChecked } from './save-checked.ts';
import { storableContent } from './storable-content.ts';
import { findStopSign } from './stop-signs.ts';

type Row = RecordOf<typeof directory>;

/** The configured directory and its content. Refuses if it is not configured or cannot be read. */
async function readDirectory({ directoryOf, log }: DirectoryParts, row: Row, signal: AbortSignal) {
  const source = directoryOf(row.loginMethod);
  if (source === undefined) throw refusedField('loginMethod', `服务器没有设置代号为 ${row.loginMethod} 的目录`);
  try {
    return { source, content: storableContent(await source.read(signal)) };
  } catch (error) {
    if (!(error instanceof WayRefusal)) throw error;
    log.warn({ reason: error.reason, directory: source.id }, 'The directory cannot be read.');
    throw new Refusal('unavailable', { message: `暂时无法读取“${source.label}”，请稍后重试`, retryAfter: 10 });
  }
}

/** What a run would change now, as far as can be told without writing: records that would be refused are among the conflicts. */
export async function tryDirectory(parts: DirectoryParts, context: Context, row: Row, signal: AbortSignal): Promise<DirectoryTrial> {
  requireSyncRights(context);
  const { source, content } = await readDirectory(parts, row, signal);
  const { plan, stop } = await planFor(context, row, source.issuer, content);
  const [plannedPeople, fresh] = [plan.people, new Set(plan.departments.filter(({ isNew }) => isNew).map(({ id }) => id))];
  // A department that does not exist yet cannot be validated.
  const checking = plannedPeople.map((person) => {
    const { sysDeptId } = person.values;
    return fresh.has(String(sysDeptId)) ? withoutDepartment(person) : person;
  });
  const people = await saveChecked(context, savedAs.user(context), parts.operationsOf(user.name), checking, { write: false });
  const saving = plan.departments.flatMap(({ values, ...rest }) => (values === undefined ? [] : [{ ...rest, values }]));
  const departments = await saveChecked(context, savedAs.dept(context), parts.operationsOf(dept.name), saving, { write: false });
  const lines: Record<TrialKind, TrialLine[]> = {
    added: departments.saved.filter(({ isNew }) => isNew).map(({ name }) => ({ name, detail: '部门' })),
    changed: departments.saved.filter(({ isNew }) => !isNew).map(({ name }) => ({ name, detail: '部门' })),
    disabled: [],
    conflicts: [...plan.conflicts, ...departments.conflicts, ...people.conflicts],
  };
  for (const { kind, name, detail } of people.saved) lines[kind].push({ name, detail });
  const { added, changed, disabled, conflicts } = lines;
  const counts = { added: added.length, changed: changed.length, disabled: disabled.length, conflicts: conflicts.length };
  const cut = (all: readonly TrialLine[]): readonly TrialLine[] => all.slice(0, maxTrialLines);
  const shown = { added: cut(added), changed: cut(changed), disabled: cut(disabled), conflicts: cut(conflicts) };
  return { people: content.people.length, departments: content.departments.length, counts, lines: shown, ...stop };
}

/**
 * Synchronises one directory as this person, and stores the result with it. Refuses if another run is under way, if the directory returns nobody,
 * and, unless `force`, if it is another source than last time, returns far fewer people, or would disable far too many: signs of a fault.
 */
export async function runDirectory(
  parts: DirectoryParts,
  { id, userId, force, signal }: { id: string; userId: string; force: boolean; signal: AbortSignal },
): Promise<string> {
  const { db, contextFor } = parts;
  const claim = await claimDirectory(parts, id);
  try {
    const context = await contextFor(db, userId, 'directory');
    requireSyncRights(context);
    const row = await select(context, directory, id);
    const { source, content } = await readDirectory(parts, row, signal);
    const { plan, state, stop } = await planFor(context, row, source.issuer, content);
    if (stop !== undefined && !(force && stop.mayForce)) throw new Refusal('refused', { message: stop.refused });
    // Before the first entry: all that are written from now on are of this source.
    await claim.own.set({ issuer: source.issuer }).execute();
    const run = { parts, claim, userId, directoryId: id, issuer: source.issuer, way: source.id, signal };
    const done = await applyPlan(run, plan, state);
    const count = (kind: string): number => done.saved.filter((person) => person.kind === kind).length;
    const all = [...plan.conflicts, ...done.conflicts];
    const [first] = all;
    const why = first === undefined ? '' : `，冲突 ${all.length}（${first.name}：${first.detail}${all.length > 1 ? ' 等' : ''}）`;
    const message = `新增 ${count('added')} 人，修改 ${count('changed')} 人，停用 ${count('disabled')} 人${why}`;
    await note(claim, context, row, { status: outcomes.success, message, people: content.people.length });
    return message;
  } catch (error) {
    const message = error instanceof Refusal ? error.message : '同步中断，原因在执行记录中';
    await noteFailure(claim, message);
    throw error;
  } finally {
    await claim.release();
  }
}

async function planFor(context: Context, row: Row, issuer: string, content: DirectoryContent) {
  const { sysOrgId: orgId, id } = row;
  if (orgId === null) throw refusedField('sysOrgId', '请先选择同步到哪个机构');
  const state = await readState(context, { id, orgId, issuer }, content);
  const plan = planDirectory(content, state, { orgId, groupRoles: readGroupRoles(row.groupRoles) ?? [] });
  const stored = await context.db.selectFrom('sys_directory').select('issuer').where('id', '=', id).executeTakeFirst();
  return { state, plan, stop: findStopSign({ row, issuer, formerIssuer: stored?.issuer ?? null, content, plan, state }) };
}

async function note(
  { own }: DirectoryClaim,
  context: Context,
  { id, directoryName }: Row,
  { status, message, people }: { status: string; message: string; people: number },
): Promise<void> {
  const lastMessage = message.slice(0, 500);
  await own.set({ lastTime: now, lastStatus: status, lastMessage, lastPeople: people }).execute();
  await context.record(context, [{ resource: directory, type: '同步', id, target: directoryName, fields: [], message: lastMessage }]);
}

const noteFailure = ({ own }: DirectoryClaim, message: string): Promise<unknown> =>
  own.set({ lastTime: now, lastStatus: outcomes.failure, lastMessage: message.slice(0, 500) }).execute();
