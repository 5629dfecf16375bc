import type { DirectoryContent } from '@back-office/server/office/directory.ts';
import { describe, expect, it } from 'vitest';
import type { DingtalkPost } from './dingtalk-post.ts';
import { readDingtalk } from './read-dingtalk.ts';
import { readWecom } from './read-wecom.ts';
import type { WecomGet } from './wecom-get.ts';

const { signal } = new AbortController();
type Answers = Readonly<Record<string, (asked: Readonly<Record<string, unknown>>) => unknown>>;
/** Answers each path like a vendor, parsed by the caller's schema. */
const from =
  (answers: Answers): DingtalkPost & WecomGet =>
  async (path, asked, schema) =>
    schema.parse(answers[path]?.(asked as Readonly<Record<string, unknown>>)) as never;

describe('a company at 钉钉', () => {
  const person = (userid: string, more: object = {}) => ({ userid, unionid: `u-${userid}`, name: userid, ...more });
  const answers: Answers = {
    'v2/department/listsub': ({ dept_id: id }) => ({
      result: { 1: [{ dept_id: 5, name: '研发部', parent_id: 1 }], 5: [{ dept_id: 6, name: '测试组', parent_id: 5 }] }[Number(id)] ?? [],
    }),
    'v2/user/list': ({ dept_id: id, cursor }) => {
      if (id === 5 && cursor === 0) return { result: { has_more: true, next_cursor: 100, list: [person('li', { dept_id_list: [5, 6] })] } };
      const mail = { email: 'own@example.cn', org_email: 'wang@example.cn', mobile: '13800001111', state_code: '86' };
      const list = id === 5 ? [person('wang', { dept_id_list: [1], ...mail })] : id === 6 ? [person('li', { dept_id_list: [5, 6] })] : [];
      return { result: { has_more: false, list } };
    },
    'role/list': ({ offset }) => ({
      result: { hasMore: offset === 0, list: [{ roles: offset === 0 ? [{ id: 1, name: '采购' }] : [{ id: 2, name: '技术' }] }] },
    }),
    'role/simplelist': ({ role_id: id }) => ({ result: { hasMore: false, list: id === 1 ? [{ userid: 'li' }] : [{ userid: 'wang' }] } }),
  };
  const read = (more: Answers = {}): Promise<DirectoryContent> => readDingtalk(from({ ...answers, ...more }), signal);

  it('is read page by page, each person once, in the first of their departments', async () => {
    const { people, departments } = await read();
    expect(departments).toEqual([
      { key: '5', name: '研发部' },
      { key: '6', name: '测试组', parent: '5' },
    ]);
    expect(people).toMatchObject([
      { subject: 'u-li', account: 'li', department: '5', groups: ['采购'] },
      { subject: 'u-wang', department: undefined, groups: ['技术'], email: 'wang@example.cn', phone: '13800001111' },
    ]);
  });

  it('that announces more, without saying where or what, is not taken as complete', async () => {
    for (const next_cursor of [undefined, 0])
      await expect(read({ 'v2/user/list': () => ({ result: { has_more: true, next_cursor, list: [] } }) })).rejects.toMatchObject({
        why: 'wrong',
      });
    await expect(read({ 'role/list': () => ({ result: { hasMore: true, list: [] } }) })).rejects.toMatchObject({ why: 'wrong' });
  });
});

it('people at 企业微信 are in their main department, and in the groups of all their departments and ancestors', async () => {
  const answers: Answers = {
    'department/list': () => ({
      department: [
        { id: 1, name: '远山' },
        { id: 5, parentid: 1 },
        { id: 6, name: '测试组', parentid: 5 },
      ],
    }),
    'user/list': ({ department_id: id }) => ({
      userlist:
        id === '6'
          ? [
              { userid: 'Li', name: '李四', department: [6, 5], main_department: 5, email: 'own@example.cn', biz_mail: 'li@example.cn' },
              { userid: 'Wang', department: [6], status: 5 },
            ]
          : id === '1'
            ? [{ userid: 'Boss', department: [1] }]
            : [],
    }),
    'tag/list': () => ({
      taglist: [
        { tagid: 1, tagname: '技术' },
        { tagid: 2, tagname: '采购' },
      ],
    }),
    'tag/get': ({ tagid }) => (tagid === '1' ? { partylist: [5] } : { userlist: [{ userid: 'BOSS' }] }),
  };
  const { departments, people } = await readWecom(from(answers), signal);
  expect(departments).toEqual([
    { key: '5', name: '5' },
    { key: '6', name: '测试组', parent: '5' },
  ]);
  expect(people.toSorted((one, other) => one.subject.localeCompare(other.subject))).toMatchObject([
    { subject: 'boss', account: 'Boss', department: undefined, groups: ['采购'], isDisabled: false },
    { subject: 'li', department: '5', email: 'li@example.cn', groups: ['技术'], isDisabled: false },
    { subject: 'wang', department: '6', groups: ['技术'], isDisabled: true },
  ]);
});
