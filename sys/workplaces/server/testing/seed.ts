import type { TestDingtalk } from './start-dingtalk.ts';
import type { TestFeishu } from './start-feishu.ts';
import type { TestWecom } from './start-wecom.ts';

/** Removes the first matching element from a list. */
export function removeFirst<One>(all: One[], isMeant: (one: One) => boolean): void {
  const at = all.findIndex(isMeant);
  if (at >= 0) all.splice(at, 1);
}

/** Members are listed with all of their departments; 王五 is disabled. */
export function seedWecom({ departments, members, tags }: TestWecom): void {
  departments.push(
    { id: 1, name: '远山公司', parentid: 0 },
    { id: 7, name: '研发部', parentid: 1 },
    { id: 8, name: '测试组', parentid: 7 },
    // A department whose name is hidden from the app.
    { id: 9, parentid: 1 },
  );
  members.push(
    {
      userid: 'ZhangSan',
      name: '张三',
      department: [1, 7],
      main_department: 7,
      mobile: '13800001111',
      biz_mail: 'zhang@example.cn',
      status: 1,
    },
    // Since 2022 only these two properties are guaranteed.
    { userid: 'lisi', department: [8] },
    { userid: 'wangwu', name: '王五', department: [8], status: 2, enable: 0 },
    { userid: 'zhaoliu', name: '赵六', department: [1], main_department: 1, mobile: '+86 13800002222', email: '', status: 4 },
  );
  tags.push(
    { tagid: 1, tagname: '采购', userlist: ['zhangsan'], partylist: [] },
    { tagid: 2, tagname: '技术', userlist: [], partylist: [7] },
  );
}

export function seedDingtalk(company: TestDingtalk): void {
  const { departments, members, roles } = company;
  company.page = 1;
  departments.push({ dept_id: 7, name: '研发部', parent_id: 1 }, { dept_id: 8, name: '测试组', parent_id: 7 });
  const member = (userid: string, name: string, ids: number[], more: object = {}) =>
    void members.push({ userid, unionid: `union-${userid}`, name, dept_id_list: ids, ...more });
  member('ZhangSan', '张三', [7, 1], { mobile: '13800001111', state_code: '86', org_email: 'zhang@example.cn', email: 'own@example.com' });
  member('lisi', '', [8]);
  member('zhaoliu', '赵六', [1], { mobile: '5551234', state_code: '1' });
  member('qianqi', '钱七', [8]);
  roles.push({ id: 1, name: '采购', userids: ['ZhangSan'] }, { id: 2, name: '技术', userids: ['ZhangSan', 'lisi', 'qianqi'] });
}

export function seedFeishu(company: TestFeishu): void {
  const { departments, members, groups } = company;
  company.page = 1;
  departments.push(
    { open_department_id: 'od-7', name: '研发部', parent_department_id: '0' },
    { open_department_id: 'od-8', name: '测试组', parent_department_id: 'od-7' },
    { open_department_id: 'od-9', name: '撤销的部门', parent_department_id: '0', status: { is_deleted: true } },
  );
  const member = (id: string, name: string, ids: string[], more: object = {}) =>
    void members.push({ union_id: `union-${id}`, user_id: id, name, department_ids: ids, ...more });
  member('ZhangSan', '张三', ['0', 'od-7'], {
    mobile: '+8613800001111',
    enterprise_email: 'zhang@example.cn',
    email: 'own@example.com',
    orders: [
      { department_id: '0', is_primary_dept: false },
      { department_id: 'od-7', is_primary_dept: true },
    ],
  });
  member('lisi', '', ['od-8']);
  member('wangwu', '王五', ['od-8'], { status: { is_frozen: true } });
  member('zhaoliu', '赵六', ['0'], { mobile: '+15551234567' });
  groups.push(
    { id: 'g-1', name: '采购', type: 1, people: ['union-ZhangSan'], departments: [] },
    { id: 'g-2', name: '技术', type: 1, people: [], departments: ['od-7'] },
    { id: 'g-3', name: '规则', type: 2, people: ['union-lisi', 'union-zhaoliu'], departments: [] },
  );
}
