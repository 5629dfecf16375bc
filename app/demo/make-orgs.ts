import type { Row } from '@back-office/server/platform/database/tables.ts';
import { company, type DemoOrg } from './company.ts';
import type { Making, Saved } from './making.ts';

/** Ids of the organisations by code, and of the departments by code and name, such as `LS/财务管理部`. */
export interface Places {
  readonly orgs: ReadonlyMap<string, string>;
  readonly departments: ReadonlyMap<string, string>;
}

/** Creates the organisations, level by level, and their departments. */
export async function makeOrgs({ admin, pool, random }: Making): Promise<Places> {
  const { rows } = await pool.query<Row<'sys_district', 'id' | 'districtCode'>>(
    'SELECT id, district_code AS "districtCode" FROM sys_district',
  );
  const districts = new Map(rows.map(({ districtCode, id }) => [districtCode, id]));
  const orgs = new Map<string, string>();
  const leaders = ['沈怀瑾', '陆景行', '叶知秋', '程砚', '苏明哲', '江叙白', '裴行远', '温如玉'];
  for (let level: Placed[] = [{ org: company }]; level.length > 0; level = level.flatMap(({ org }) => placedBelow(org))) {
    const records = level.map(({ org, parent }, at) => ({
      parentId: parent === undefined ? null : (orgs.get(parent) ?? null),
      orgName: org.name,
      orgCode: org.code,
      orgType: org.type,
      sysDistrictId: districts.get(org.district) ?? null,
      orgAddress: org.address,
      orgLeader: random.pick(leaders),
      orgPhone: `0571-8800${String(1100 + orgs.size + at)}`,
      orgSort: at + 1,
    }));
    const saved = await admin.call<Saved[]>('POST', 'sys/org/save-batch', records);
    level.forEach(({ org }, at) => orgs.set(org.code, saved[at]?.id ?? ''));
  }
  return { orgs, departments: await makeDepartments({ admin, random }, orgs) };
}

interface Placed {
  readonly org: DemoOrg;
  readonly parent?: string;
}

const placedBelow = ({ code, below = [] }: DemoOrg): Placed[] => below.map((org) => ({ org, parent: code }));

/** An organisation and all its descendants. */
export const withDescendants = (org: DemoOrg): DemoOrg[] => [org, ...(org.below ?? []).flatMap(withDescendants)];

async function makeDepartments(
  { admin, random }: Pick<Making, 'admin' | 'random'>,
  orgs: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const all = withDescendants(company).flatMap((org) => org.departments.map((name, at) => ({ org, name, at })));
  const records = all.map(({ org, name, at }) => ({
    sysOrgId: orgs.get(org.code),
    deptName: name,
    deptCode: `${org.code}-D${at + 1}`,
    deptLeader: random.pick(['周予安', '秦望舒', '贺兰亭', '宋清和', '谢临川', '许南星']),
    deptPhone: `0571-8800${random.whole(2000, 8999)}`,
    deptSort: at + 1,
  }));
  const saved = await admin.call<Saved[]>('POST', 'sys/dept/save-batch', records);
  return new Map(all.map(({ org, name }, at) => [`${org.code}/${name}`, saved[at]?.id ?? '']));
}
