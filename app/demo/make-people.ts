import { userStatuses } from '@back-office/contract/status.ts';
import { loadPinyin } from '@back-office/server/platform/database/pinyin.ts';
import { demoAccounts, demoPassword } from './accounts.ts';
import { company } from './company.ts';
import { type Places, withDescendants } from './make-orgs.ts';
import type { DemoPerson, Making, Saved } from './making.ts';
import { rareNames, usualName } from './names.ts';

interface Planned {
  name: string;
  account: string;
  gender: string;
  org: string;
  department: string;
  role: string;
  status: string;
  phone: string;
  password?: string;
  remark?: string;
}

/** Creates two hundred people: the demo's named accounts, people with unusual names that lists must handle, and many ordinary ones. */
export async function makePeople(making: Making, { orgs, departments }: Places, roles: ReadonlyMap<string, string>): Promise<DemoPerson[]> {
  const planned = await planPeople(making);
  const records = planned.map(({ name, account, gender, org, department, role, status, phone, password, remark }) => ({
    userAccount: account,
    userName: name,
    userGender: gender,
    userPhone: phone,
    userEmail: `${account}@lanshan.example`,
    userStatus: status,
    sysOrgId: orgs.get(org),
    sysDeptId: departments.get(`${org}/${department}`),
    sysRoleIds: [roles.get(role)],
    ...(password === undefined ? {} : { userPassword: password }),
    ...(remark === undefined ? {} : { userRemark: remark }),
  }));
  const saved = await making.admin.call<Saved[]>('POST', 'sys/user/save-batch', records);
  return planned.map(({ account, name, phone, org, status }, at) => ({ id: saved[at]?.id ?? '', account, name, phone, org, status }));
}

async function planPeople({ random }: Making): Promise<Planned[]> {
  const accountOf = await makeAccountNamer();
  const rare = [...rareNames];
  const phone = (at: number): string => `199${String(10_000_000 + at * 4877).slice(0, 8)}`;
  return withDescendants(company).flatMap(({ code, departments, people }) => {
    const namedAccounts = demoAccounts.filter(({ org }) => org === code);
    const known: Planned[] = namedAccounts.map(({ account, name, gender, department, role }, at) => ({
      account: accountOf(name, account),
      name,
      gender,
      org: code,
      department,
      role,
      status: userStatuses.enabled,
      phone: phone(code.length * 97 + at),
      password: demoPassword,
    }));
    const others = Array.from({ length: people - namedAccounts.length }, (_, at): Planned => {
      const special = at % 7 === 3 ? rare.shift() : undefined;
      const { name, gender } = special ?? usualName(random);
      const leaves = random.percent(4);
      return {
        name,
        gender,
        account: accountOf(name, special?.account),
        org: code,
        department: random.pick(departments),
        role: roleOf(code, at),
        status: leaves ? userStatuses.disabled : userStatuses.enabled,
        phone: phone(1000 + code.length * 1013 + at * 7 + random.whole(0, 6) * 131),
        ...(leaves ? { remark: '已办理离职，账号停用，工作交接见部门台账。' } : {}),
      };
    });
    return [...known, ...others];
  });
}

/** Most are employees; some in each organisation have another role. */
function roleOf(org: string, at: number): string {
  if (at === 0 && org !== 'LS') return 'branch';
  if (org !== 'LS') return 'staff';
  return at < 2 ? 'auditor' : at < 4 ? 'keeper' : at === 4 ? 'manufacturing' : 'staff';
}

/** Derives each account from the pinyin of the name, with a number if it is taken. */
async function makeAccountNamer(): Promise<(name: string, given?: string) => string> {
  const syllables = await loadPinyin();
  const taken = new Set<string>(demoAccounts.map(({ account }) => account));
  return (name, given) => {
    if (given !== undefined) {
      taken.add(given);
      return given;
    }
    const base = syllables(name)
      .join('')
      .replaceAll(/[^a-z]/g, '')
      .slice(0, 24);
    let account = base;
    for (let number = 2; taken.has(account); number += 1) account = `${base}${number}`;
    taken.add(account);
    return account;
  };
}
