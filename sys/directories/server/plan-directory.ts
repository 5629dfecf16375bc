import { cutText } from '@back-office/contract/cut-text.ts';
import { statuses, userStatuses } from '@back-office/contract/status.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { DirectoryContent, DirectoryPerson } from '@back-office/server/office/directory.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import type { TrialKind, TrialLine } from '../directory-calls.ts';
import type { user } from '../../users/user.ts';
import type { DirectoryState, StoredEntry, StoredLink } from './directory-state.ts';
import type { GroupRole } from './read-group-roles.ts';
import { type PlannedDepartment, planDepartments } from './plan-departments.ts';

type Values = Readonly<Record<string, unknown>>;

/** A person's record as a run would save it; without `subject`, a person gone from the directory. */
export interface PlannedPerson {
  readonly kind: Exclude<TrialKind, 'conflicts'>;
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  /** The values to save, including the version of an existing record. */
  readonly values: Readonly<Record<string, unknown>>;
  /** A run disabled this person, and a later run may enable them again. */
  readonly isDisabled: boolean;
  /** Who assigned the external account to them without its owner's proof. */
  readonly assignedBy: string | null;
  /** What they must be able to give too, and the values that are left if they are not. */
  readonly given?: { readonly values: Values; readonly left: Values } | undefined;
  readonly from: DirectoryPerson | undefined;
}

type Known = Pick<PlannedPerson, 'key' | 'id' | 'isDisabled' | 'assignedBy'>;
type Current = RecordOf<typeof user>;

/** The changes that a run would make. */
export interface Plan {
  readonly departments: readonly PlannedDepartment[];
  readonly people: readonly PlannedPerson[];
  /** People who need no change, but whom later runs must know. */
  readonly known: readonly Known[];
  readonly conflicts: readonly TrialLine[];
}

interface Target {
  readonly orgId: string;
  readonly groupRoles: readonly GroupRole[];
}

/**
 * Compares a directory with the local records; pure, without database or network. Accounts are identified by the directory's
 * subject alone; an account of the same name is somebody else's until an administrator links it. Removed people are disabled, unless
 * somebody assigned another entry, such as one made anew, to the same account: one that the person linked keeps nothing open.
 */
export function planDirectory(content: DirectoryContent, state: DirectoryState, target: Target): Plan {
  const conflicts: TrialLine[] = [];
  const { planned, idOf } = planDepartments(content.departments, state, target.orgId, conflicts);
  const roleOf = rolesOf(target.groupRoles, state, conflicts);
  const twice = repeated(content.people);
  const before = new Map(state.entries.filter(({ kind }) => kind === 'person').map((entry) => [entry.key, entry]));
  const ownerBy = (key: string) => ownerOf(state.links.get(key), before.get(key));
  const assigned = content.people.flatMap(({ isDisabled, subject }) => {
    const { userId, assignedBy } = ownerBy(subject);
    return userId === undefined || assignedBy === null ? [] : [{ userId, isDisabled }];
  });
  const present = new Set(assigned.map(({ userId }) => userId));
  const staying = new Set(assigned.flatMap(({ userId, isDisabled }) => (isDisabled ? [] : [userId])));
  const people: PlannedPerson[] = [];
  const known: Known[] = [];
  for (const person of content.people) {
    const { subject: key } = person;
    const { userId, assignedBy, isMoved } = ownerBy(key);
    // Another entry is in use that somebody assigned to them.
    if (person.isDisabled && userId !== undefined && staying.has(userId)) continue;
    const name = person.name ?? state.users.get(userId ?? '')?.userName ?? person.account;
    const addConflict = (detail: string): void => void conflicts.push({ name: `${name}（${person.account}）`, detail });
    if (isMoved) addConflict('本人已关联其他用户，仍同步原来的用户；如需更换，请在“关联账号”中删除后重新指定');
    const leaver = person.isDisabled && userId !== undefined ? state.users.get(userId) : undefined;
    if (leaver?.userStatus === userStatuses.enabled && userId !== undefined && userId !== systemIds.adminUser) {
      people.push(planDisabled({ id: userId, key, name, current: leaver, detail: detailOf(leaver, disabled), assignedBy }));
      continue;
    }
    const departmentId = person.department === undefined ? undefined : idOf.get(person.department);
    // People are put only into departments that are in use here, or that the run makes.
    const isOpen = departmentId !== undefined && (state.departments.get(departmentId)?.status ?? statuses.enabled) === statuses.enabled;
    const directoryValues = { ...detailsOf(person), sysOrgId: target.orgId, ...(isOpen ? { sysDeptId: departmentId } : {}) };
    if (twice.has(person.account.toLowerCase())) addConflict('目录中有多个条目使用这个账号');
    else if (userId === undefined) {
      if (person.isDisabled) continue;
      if (state.taken.has(person.account.toLowerCase())) addConflict('本系统已有同名账号；如果是同一个人，请在“关联账号”中指定');
      else people.push(planAdded(person, name, { ...directoryValues, sysRoleIds: roleOf.of(person.groups, []) }));
    } else {
      const current = state.users.get(userId);
      if (userId === systemIds.adminUser) addConflict('内置管理员不参与同步');
      else if (current === undefined) addConflict('对应的用户已删除，或不在您的数据范围内');
      else {
        const wasDisabledByRun = before.get(key)?.isDisabled === true;
        const status = statusOf(person.isDisabled, current.userStatus, wasDisabledByRun);
        const sysRoleIds = roleOf.of(person.groups, current.sysRoleIds);
        const next = { ...departmentLeft(current, target), ...directoryValues, sysRoleIds, ...status };
        const changed = differences(current, next);
        const { userStatus } = changed;
        const isNowDisabled = userStatus === userStatuses.disabled;
        const isDisabled = isNowDisabled || (wasDisabledByRun && (status.userStatus ?? current.userStatus) !== userStatuses.enabled);
        const saved = { id: userId, key, name, isDisabled, assignedBy, from: person, detail: detailOf(current, changed) };
        const values = { version: current.version, ...changed };
        if (Object.keys(changed).length === 0) known.push(saved);
        else people.push({ ...saved, kind: isNowDisabled ? 'disabled' : 'changed', values, given: givenBy(current, changed) });
      }
    }
  }
  people.push(...planGone(content, state).filter(({ id }) => !present.has(id)));
  return { departments: planned, people, known, conflicts };
}

/**
 * The record of an entry, and who has said so instead of its owner. If the owner has linked another account, the record of earlier runs remains:
 * otherwise their dismissal would disable the other account alone.
 */
function ownerOf(link: StoredLink | undefined, before: StoredEntry | undefined) {
  const isLinked = link !== undefined && link.userId !== null;
  const isMoved = isLinked && link.assignedBy === null && before?.exists === true && before.recordId !== link.userId;
  if (isLinked && !isMoved) return { userId: link.userId ?? undefined, assignedBy: link.assignedBy, isMoved };
  return { userId: before?.recordId, assignedBy: before?.assignedBy ?? null, isMoved };
}

/** Whoever comes from another organisation leaves its department. */
const departmentLeft = ({ sysOrgId }: Current, { orgId }: Target): Values => (sysOrgId === orgId ? {} : { sysDeptId: null });

/** A new person; their external account will be linked by the run itself. */
function planAdded(from: DirectoryPerson, name: string, values: Values): PlannedPerson {
  const { account: userAccount, subject: key } = from;
  const person = { userAccount, userStatus: userStatuses.enabled, userName: cutText(name, 50), ...values };
  return { kind: 'added', id: newId(), key, name, detail: userAccount, values: person, isDisabled: false, assignedBy: null, from };
}

/** What a change gives somebody, roles besides their own and an organisation, and what is left of it without. */
function givenBy({ version, sysRoleIds: own }: Current, changed: Values): PlannedPerson['given'] {
  const { sysRoleIds, sysOrgId, sysDeptId, ...rest } = changed;
  const roles = Array.isArray(sysRoleIds) ? sysRoleIds.map(String) : own;
  const [all, kept] = [[...new Set([...own, ...roles])], own.filter((role) => roles.includes(role))];
  if (all.length === own.length && sysOrgId === undefined) return undefined;
  const org = sysOrgId === undefined ? {} : { sysOrgId, sysDeptId: null };
  const department = sysOrgId === undefined && sysDeptId !== undefined ? { sysDeptId } : {};
  return {
    values: { version, ...org, ...(all.length === own.length ? {} : { sysRoleIds: all }) },
    left: { ...rest, ...department, ...(kept.length === own.length ? {} : { sysRoleIds: kept }) },
  };
}

/** People of earlier runs who are gone from the directory. */
function planGone({ people }: DirectoryContent, { entries, users }: DirectoryState): PlannedPerson[] {
  const here = new Set(people.map(({ subject }) => subject));
  return entries.flatMap(({ kind, key, recordId, assignedBy }): PlannedPerson[] => {
    const current = users.get(recordId);
    if (kind !== 'person' || here.has(key) || current === undefined || recordId === systemIds.adminUser) return [];
    if (current.userStatus !== userStatuses.enabled) return [];
    return [planDisabled({ id: recordId, key, name: current.userName, current, detail: '目录中已没有此人', assignedBy })];
  });
}

const disabled = { userStatus: userStatuses.disabled };

interface Leaver extends Pick<PlannedPerson, 'id' | 'key' | 'name' | 'detail' | 'assignedBy'> {
  readonly current: { readonly version: number };
}

/** Changes nothing but the status: whatever else is wrong with somebody's entry must not keep a leaver's account open. */
const planDisabled = ({ current, ...planned }: Leaver): PlannedPerson => ({
  ...planned,
  kind: 'disabled',
  values: { version: current.version, ...disabled },
  isDisabled: true,
  from: undefined,
});

const detailsOf = ({ name, phone, email }: DirectoryPerson): Record<string, unknown> => ({
  ...(name === undefined ? {} : { userName: cutText(name, 50) }),
  ...(phone === undefined ? {} : { userPhone: phone }),
  ...(email === undefined ? {} : { userEmail: email }),
});

/** People disabled in the directory are disabled here; others are enabled only if a run had disabled them. */
function statusOf(isDisabled: boolean, status: string, wasDisabledByRun: boolean): { userStatus?: string } {
  if (isDisabled) return status === userStatuses.enabled ? { userStatus: userStatuses.disabled } : {};
  return wasDisabledByRun && status === userStatuses.disabled ? { userStatus: userStatuses.enabled } : {};
}

/** The roles that groups determine; a person's other roles are kept. */
function rolesOf(groupRoles: readonly GroupRole[], { roles }: DirectoryState, conflicts: TrialLine[]) {
  const rules = groupRoles.flatMap(({ group, roleCode }) => {
    const roleId = roles.get(roleCode);
    if (roleId === undefined) conflicts.push({ name: group, detail: `没有编码为 ${roleCode} 的角色` });
    return roleId === undefined ? [] : [{ group: group.toLowerCase(), roleId }];
  });
  const decided = new Set(rules.map(({ roleId }) => roleId));
  return {
    of: (groups: readonly string[], current: readonly string[]): string[] => {
      const names = new Set(groups.map((group) => group.toLowerCase()));
      const given = rules.filter(({ group }) => names.has(group)).map(({ roleId }) => roleId);
      return [...new Set([...current.filter((id) => !decided.has(id)), ...given])];
    },
  };
}

const repeated = (people: readonly DirectoryPerson[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  return new Set(
    people.flatMap(({ account }) => {
      const name = account.toLowerCase();
      if (seen.has(name)) return [name];
      seen.add(name);
      return [];
    }),
  );
};

function differences(current: Values, next: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(next).filter(([name, value]) => !isSame(current[name], value)));
}

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((value) => other.includes(value))
    : (one ?? null) === (other ?? null);

const labels: Readonly<Record<string, string>> = {
  userName: '姓名',
  userPhone: '手机号',
  userEmail: '邮箱',
  userStatus: '状态',
  sysOrgId: '机构',
  sysDeptId: '部门',
  sysRoleIds: '角色',
};

/** A description of the changes: texts with their old values, other fields by name. */
function detailOf(current: Values, changed: Values): string {
  const plain = ['userName', 'userStatus'];
  return Object.entries(changed)
    .map(([name, value]) =>
      plain.includes(name) ? `${labels[name] ?? name} ${textOf(current[name])} → ${textOf(value)}` : (labels[name] ?? name),
    )
    .join('、');
}
