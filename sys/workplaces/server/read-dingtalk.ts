import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { DirectoryContent, DirectoryDepartment } from '@back-office/server/office/directory.ts';
import { z } from 'zod';
import type { DingtalkPost } from './dingtalk-post.ts';
import { Groups } from './groups.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { phoneIn, textIn } from './text-in.ts';

const departmentsAnswer = z.object({
  result: z.array(z.object({ dept_id: z.number(), name: z.string().min(1), parent_id: z.number() })),
});
const member = z.object({
  userid: z.string().min(1),
  unionid: z.string().min(1),
  name: textIn,
  mobile: phoneIn,
  state_code: textIn,
  email: textIn,
  org_email: textIn,
  dept_id_list: z.array(z.number()).default([]),
});
const membersAnswer = z.object({
  result: z.object({ has_more: z.boolean(), next_cursor: z.number().optional(), list: z.array(member) }),
});
const rolesAnswer = z.object({
  result: z.object({
    hasMore: z.boolean(),
    list: z.array(z.object({ roles: z.array(z.object({ id: z.number(), name: z.string() })).default([]) })),
  }),
});
const holdersAnswer = z.object({ result: z.object({ hasMore: z.boolean(), list: z.array(z.object({ userid: z.string() })) }) });

/** The id of the root department, the company itself. */
const root = 1;

type Member = z.output<typeof member>;

/** Reads the whole company: departments level by level, people department by department, and roles as groups. */
export async function readDingtalk(post: DingtalkPost, signal: AbortSignal): Promise<DirectoryContent> {
  const ask: DingtalkPost = (path, body, schema) => retryWhileBusy(signal, () => post(path, body, schema));
  const departments = await readDepartments(ask);
  const members = new Map<string, Member>();
  for (const id of [root, ...departments.map(({ key }) => Number(key))])
    for (const one of await readMembers(ask, id)) members.set(one.unionid, one);
  const groups = await readRoles(ask);
  const keyOf = (id: number | undefined): string | undefined => (id === undefined || id === root ? undefined : String(id));
  return {
    departments,
    people: [...members.values()].map(({ userid, unionid, name, mobile, state_code: country = '86', email, org_email, dept_id_list }) => ({
      subject: unionid,
      account: userid,
      name,
      phone: mobile === undefined || country === '86' ? mobile : `+${country}${mobile}`,
      email: org_email ?? email,
      department: keyOf(dept_id_list[0]),
      groups: groups.of(userid, []),
      // People who left are no longer listed.
      isDisabled: false,
    })),
  };
}

async function readDepartments(ask: DingtalkPost): Promise<DirectoryDepartment[]> {
  const found = new Map<number, DirectoryDepartment>();
  const waiting = [root];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const { result } = await ask('v2/department/listsub', { dept_id: id, language: 'zh_CN' }, departmentsAnswer);
    for (const { dept_id: key, name, parent_id: parent } of result) {
      if (found.has(key)) continue;
      found.set(key, { key: String(key), name, parent: parent === root ? undefined : String(parent) });
      waiting.push(key);
    }
  }
  return [...found.values()];
}

async function readMembers(ask: DingtalkPost, id: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let cursor = 0; ;) {
    // Includes people hidden from others in the directory.
    const body = { dept_id: id, cursor, size: 100, contain_access_limit: true, language: 'zh_CN' };
    const { result } = await ask('v2/user/list', body, membersAnswer);
    members.push(...result.list);
    if (!result.has_more) return members;
    const { next_cursor: next } = result;
    if (next === undefined || next <= cursor)
      throw new WayRefusal('wrong', new Error('v2/user/list says that there is more, and not where'));
    cursor = next;
  }
}

async function readRoles(ask: DingtalkPost): Promise<Groups> {
  const groups = new Groups(new Map());
  const kinds = await readAll((offset) => ask('role/list', { offset, size: 200 }, rolesAnswer), 200);
  for (const { id, name } of kinds.flatMap(({ roles }) => roles)) {
    const holders = await readAll((offset) => ask('role/simplelist', { role_id: id, offset, size: 100 }, holdersAnswer), 100);
    groups.add(name, { people: holders.map(({ userid }) => userid) });
  }
  return groups;
}

/** Reads all pages of a list with offsets. */
async function readAll<Item>(
  read: (offset: number) => Promise<{ result: { hasMore: boolean; list: Item[] } }>,
  size: number,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let offset = 0; ; offset += size) {
    const { hasMore, list } = (await read(offset)).result;
    all.push(...list);
    if (!hasMore) return all;
    if (list.length === 0) throw new WayRefusal('wrong', new Error('A list of roles says that there is more, and has nothing'));
  }
}
