import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { DirectoryPerson } from '@back-office/server/office/directory.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { describe, expect, it } from 'vitest';
import type { user } from '../../users/user.ts';
import type { DirectoryState, StoredEntry } from './directory-state.ts';
import { planDepartments } from './plan-departments.ts';
import { planDirectory } from './plan-directory.ts';

const entry = (subject: string, more: Partial<DirectoryPerson> = {}): DirectoryPerson => ({
  subject,
  account: 'zhang',
  name: '张三',
  groups: [],
  isDisabled: false,
  ...more,
});
const planOf = (
  people: readonly DirectoryPerson[],
  id = 'linked',
  earlier: readonly StoredEntry[] = [],
  assignedBy: string | null = null,
  place: Partial<RecordOf<typeof user>> = { sysOrgId: 'org' },
  depts: { there?: readonly { key: string; name: string }[]; here?: DirectoryState['departments'] } = {},
) => {
  // Only what the plan reads.
  const values: Partial<RecordOf<typeof user>> = { userName: '张三', userStatus: '正常', ...place, sysRoleIds: [], version: 3 };
  const row = values as RecordOf<typeof user>;
  const state = {
    links: new Map([['left', { id: 'link', version: 1, userId: id, assignedBy }]]),
    entries: earlier,
    users: new Map([[id, { ...row, id }]]),
    taken: new Set<string>(),
    departments: depts.here ?? new Map(),
    roles: new Map(),
  };
  return planDirectory({ people, departments: depts.there ?? [] }, state, { orgId: 'org', groupRoles: [] });
};

describe('a person who is disabled in the directory', () => {
  it('is disabled here though another entry has their account name', () => {
    const { people } = planOf([entry('left', { isDisabled: true }), entry('again')]);
    expect(people).toMatchObject([{ kind: 'disabled', id: 'linked', isDisabled: true, values: { version: 3, userStatus: '停用' } }]);
  });

  it('is disabled alone: a name or role that is refused does not keep the account open', () => {
    const { people } = planOf([entry('left', { isDisabled: true, name: '张\u200b三', phone: 'x' })]);
    expect(people.map(({ values }) => values)).toEqual([{ version: 3, userStatus: '停用' }]);
  });

  it('stays enabled if it is the built-in administrator', () => {
    const { people, conflicts } = planOf([entry('left', { isDisabled: true })], systemIds.adminUser);
    expect([people, conflicts]).toEqual([[], [{ name: '张三（zhang）', detail: '内置管理员不参与同步' }]]);
  });
});

describe('a person with a department in the directory', () => {
  /** The values of the person, whose department has this status here, or is not here yet. */
  const valuesIn = (status: string | undefined) => {
    const dept = { id: 'dept', version: 1, name: '研发部', parentId: null };
    const here = new Map(status === undefined ? [] : [['dept', { ...dept, status }]]);
    const there = [{ key: 'rd', name: '研发部' }];
    const { people, departments } = planOf([entry('left', { department: 'rd' })], 'linked', [], null, { sysOrgId: 'org' }, { there, here });
    return { values: people.map(({ values }) => values), made: departments.flatMap(({ isNew, id }) => (isNew ? [id] : [])) };
  };

  it('is put into it if it is in use here, or the run makes it', () => {
    expect(valuesIn('正常').values).toEqual([{ version: 3, sysDeptId: 'dept' }]);
    const { values, made } = valuesIn(undefined);
    expect(made).toHaveLength(1);
    expect(values).toEqual([{ version: 3, sysDeptId: made[0] }]);
  });

  it.each(['停用', '筹备'])('is not put into it if its status is %s', (status) => {
    expect(valuesIn(status).values).toEqual([]);
  });
});

describe('a person without a department in the directory', () => {
  const changes = (place: Partial<RecordOf<typeof user>>) =>
    planOf([entry('left')], 'linked', [], null, place).people.map(({ values }) => values);

  it('leaves the one of another organisation as they come into that of the directory', () => {
    expect(changes({ sysOrgId: 'other', sysDeptId: 'there' })).toEqual([{ version: 3, sysOrgId: 'org', sysDeptId: null }]);
    expect(changes({ sysOrgId: 'other', sysDeptId: null })).toEqual([{ version: 3, sysOrgId: 'org' }]);
  });

  it('keeps the one that they were given here', () => {
    expect(changes({ sysOrgId: 'org', sysDeptId: 'here' })).toEqual([]);
  });
});

describe('an account to which somebody assigned an entry made anew', () => {
  const former: StoredEntry = { kind: 'person', key: 'former', recordId: 'linked', isDisabled: true, assignedBy: null, exists: true };
  const idsOf = (people: readonly DirectoryPerson[], assignedBy: string | null = 'admin') =>
    planOf(people, 'linked', [former], assignedBy).people.flatMap(({ kind, id }) => (kind === 'disabled' ? [id] : []));

  it('is not disabled because the former entry is gone, or disabled', () => {
    expect(idsOf([entry('left')])).toEqual([]);
    expect(idsOf([entry('former', { isDisabled: true, account: 'zhang.old' }), entry('left')])).toEqual([]);
  });

  it('is disabled if its owner alone has linked the other entry', () => {
    expect(idsOf([entry('left')], null)).toEqual(['linked']);
    expect(idsOf([entry('former', { isDisabled: true, account: 'zhang.old' }), entry('left')], null)).toEqual(['linked']);
  });

  it('is disabled once neither stands for anybody in use', () => {
    expect(idsOf([entry('other')])).toEqual(['linked']);
    expect(idsOf([entry('left', { isDisabled: true })])).toEqual(['linked']);
  });
});

describe('a name that is too long here', () => {
  const name = `${'字'.repeat(49)}😀`;

  it('is cut before a character of two parts, of people and departments', () => {
    const { people } = planOf([entry('left', { name }), entry('new', { account: 'li', name })]);
    expect(people.map(({ values }) => values['userName'])).toEqual(['字'.repeat(49), '字'.repeat(49)]);
    const state = { links: new Map(), entries: [], users: new Map(), taken: new Set<string>(), departments: new Map(), roles: new Map() };
    const { planned } = planDepartments([{ key: 'one', name: `${'字'.repeat(50)}${name}` }], state, 'org', []);
    expect(planned.map(({ values }) => values?.['deptName'])).toEqual(['字'.repeat(99)]);
  });
});
