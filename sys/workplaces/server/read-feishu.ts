import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { DirectoryContent, DirectoryDepartment } from '@back-office/server/office/directory.ts';
import { z } from 'zod';
import type { FeishuGet } from './feishu-get.ts';
import { Groups } from './groups.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { phoneIn, textIn } from './text-in.ts';

const department = z.object({
  open_department_id: z.string().min(1),
  name: z.string().min(1),
  parent_department_id: z.string().min(1),
  status: z.object({ is_deleted: z.boolean().optional() }).optional(),
});
const member = z.object({
  union_id: z.string().min(1),
  user_id: textIn,
  name: textIn,
  mobile: phoneIn,
  email: textIn,
  enterprise_email: textIn,
  department_ids: z.array(z.string()).default([]),
  orders: z.array(z.object({ department_id: z.string(), is_primary_dept: z.boolean().optional() })).default([]),
  status: z
    .object({ is_frozen: z.boolean().optional(), is_resigned: z.boolean().optional(), is_exited: z.boolean().optional() })
    .optional(),
});
const group = z.object({ id: z.string().min(1), name: z.string() });
const groupMember = z.object({ member_id: z.string() });

type Member = z.output<typeof member>;

/** The id of the root department, the company itself. */
const root = '0';

/** Ids that are the same for every app, and department ids that cannot be edited. */
const ids = { user_id_type: 'union_id', department_id_type: 'open_department_id' } as const;

/** Reads the whole company: departments in one list, people department by department, and 用户组 as groups. */
export async function readFeishu(get: FeishuGet, signal: AbortSignal): Promise<DirectoryContent> {
  const ask: FeishuGet = (path, params, schema) => retryWhileBusy(signal, () => get(path, params, schema));
  const all = await readAll(
    ask,
    { path: `departments/${root}/children`, params: { ...ids, fetch_child: 'true', page_size: '50' } },
    department,
  );
  const departments = all.filter(({ status }) => status?.is_deleted !== true);
  const members = new Map<string, Member>();
  for (const id of [root, ...departments.map((one) => one.open_department_id)]) {
    const params = { ...ids, department_id: id, page_size: '50' };
    for (const one of await readAll(ask, { path: 'users/find_by_department', params }, member)) members.set(one.union_id, one);
  }
  const groups = await readGroups(ask, new Map(departments.map((one) => [one.open_department_id, one.parent_department_id])));
  const keyOf = (id: string | undefined): string | undefined => (id === root ? undefined : id);
  return {
    departments: departments.map((one): DirectoryDepartment => ({
      key: one.open_department_id,
      name: one.name,
      parent: keyOf(one.parent_department_id),
    })),
    people: [...members.values()].map((one) => ({
      subject: one.union_id,
      account: one.user_id ?? one.union_id,
      name: one.name,
      phone: one.mobile,
      email: one.enterprise_email ?? one.email,
      department: keyOf(one.orders.find(({ is_primary_dept: isMain }) => isMain)?.department_id ?? one.department_ids[0]),
      groups: groups.of(one.union_id, one.department_ids),
      isDisabled: [one.status?.is_frozen, one.status?.is_resigned, one.status?.is_exited].includes(true),
    })),
  };
}

async function readGroups(ask: FeishuGet, above: ReadonlyMap<string, string>): Promise<Groups> {
  const groups = new Groups(above);
  // Groups with members set by an administrator (1), and by rules (2).
  for (const type of ['1', '2'])
    for (const { id, name } of await readAll(
      ask,
      { path: 'group/simplelist', params: { page_size: '50', type }, list: 'grouplist' },
      group,
    )) {
      const members = async (params: Readonly<Record<string, string>>): Promise<string[]> => {
        const path = `group/${encodeURIComponent(id)}/member/simplelist`;
        const found = await readAll(ask, { path, params: { page_size: '50', ...params }, list: 'memberlist' }, groupMember);
        return found.map((one) => one.member_id);
      };
      groups.add(name, {
        people: await members({ member_type: 'user', member_id_type: ids.user_id_type }),
        // Groups by rules contain no departments.
        departments: type === '1' ? await members({ member_type: 'department', member_id_type: ids.department_id_type }) : [],
      });
    }
  return groups;
}

interface Listed {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The property of the answer that contains the list. */
  readonly list?: 'items' | 'grouplist' | 'memberlist';
}

/** Reads all pages of a list. Fails if a page claims that there are more without a token for the next. */
async function readAll<Schema extends z.ZodType>(
  ask: FeishuGet,
  { path, params, list = 'items' }: Listed,
  item: Schema,
): Promise<z.output<Schema>[]> {
  const lists = z.array(item).nullish();
  const page = z.object({
    data: z.object({ has_more: z.boolean(), page_token: z.string().nullish(), items: lists, grouplist: lists, memberlist: lists }),
  });
  const all: z.output<Schema>[] = [];
  const seen = new Set<string>();
  for (let token: string | undefined; ;) {
    const { data } = await ask(path, token === undefined ? params : { ...params, page_token: token }, page);
    all.push(...(data[list] ?? []));
    if (!data.has_more) return all;
    const next = data.page_token ?? '';
    if (next === '' || seen.has(next)) throw new WayRefusal('wrong', new Error(`${path} says that there is more, and not where`));
    seen.add(next);
    token = next;
  }
}
