import type { HistoryEntry } from '@back-office/contract/calls/history.ts';
import { role } from '@back-office/sys/roles/role.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '../../testing/sample.ts';
import { Refusal, stubServer } from '../../testing/stub-server.ts';
import { RecordHistory } from './record-history.tsx';

const entry = (values: Partial<HistoryEntry>): HistoryEntry =>
  ({ id: '1', optTime: '2026-03-04 05:06:07', userName: '张三', optType: '修改', optChanges: [], ...values }) as HistoryEntry;
const start = async (entries: unknown): Promise<void> => {
  stubServer({
    'GET /api/sys/role/select-history/7': entries,
    'GET /api/sys/dict/select-tree': dictionaries({ data_scope: ['本人', '全部'] }),
  });
  await draw(<RecordHistory resource={role} row={{ id: '7' }} />);
};
const change = (field: string, label: string, before: unknown, after: unknown) => ({ field, label, before, after }) as never;
const lines = page.getByRole('listitem');

test('a history shows who changed what and when, with the values before and after', async () => {
  await start([entry({ optChanges: [change('roleName', '角色名称', '文员', '文书'), change('roleRemark', '备注', null, '新')] })]);
  await expect.element(lines.first()).toMatchTextContent('修改张三2026-03-04 05:06:07角色名称文员 → 文书');
  await expect.element(lines.getByRole('img', { name: '改为' }).first()).toBeInTheDocument();
  await expect.element(lines.first()).toMatchTextContent(/备注— ?→ ?新/);
});

test('a history spells out permissions, names references, and shows only initial values for a new record', async () => {
  await start([
    entry({
      optChanges: [change('users', '用户列表', 'export,read', 'read'), change('sysOrgIds', '自定义机构', ['总公司', '分公司'], [])],
    }),
    entry({ id: '2', optType: '新增', optChanges: [change('roleName', '角色名称', null, '文员')] }),
  ]);
  await expect.element(lines.first()).toMatchTextContent('用户列表查看、导出 → 查看');
  await expect.element(lines.first()).toMatchTextContent('自定义机构总公司、分公司 → —');
  await expect.element(lines.last()).toMatchTextContent(/角色名称文员$/);
});

test('a history names the system if it was no person, and says if no recorded field changed', async () => {
  await start([entry({ userName: null, optChanges: null } as Partial<HistoryEntry>)]);
  await expect.element(lines.first()).toMatchTextContent('修改系统2026-03-04 05:06:07没有需要记录的字段变更');
});

test('a history says that it is empty, or where it is cut off', async () => {
  await start([]);
  await expect.element(page.getByText('还没有变更记录')).toBeVisible();
  await start(Array.from({ length: 200 }, (_, at) => entry({ id: String(at) })));
  await expect.element(page.getByText('只显示最近 200 次变更')).toBeVisible();
});

test('a history that cannot be loaded says so, and can be retried', async () => {
  let broken = true;
  await start(() => {
    if (broken) throw new Refusal('notPermitted');
    return [entry({})];
  });
  await expect.element(page.getByRole('heading', { name: '变更历史加载失败' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(lines.first()).toMatchTextContent('张三');
});
