import { claimRule } from '@back-office/sys/oidc/claim-rule.ts';
import { role } from '@back-office/sys/roles/role.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { openAcme } from '@back-office/app/testing/web/acme.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { setPermissions } from '../../testing/set-permissions.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { linesTab } from './lines-tab.tsx';
import { RecordTabs } from './record-tabs.tsx';

const rules = rowsOf(
  claimRule,
  { version: 2, claimName: 'groups', claimValue: '财务', sysRoleId: '7', sysRoleIdLabel: '会计', createTime: '2026-03-02 10:00:00' },
  { claimName: 'groups', claimValue: '别处', sysRoleId: '8', sysRoleIdLabel: '出纳' },
);
const tab = (editable = true) => linesTab(claimRule, 'sysRoleId', { label: '来源', editable: () => editable });

/** How often the record, which summarises its lines, was fetched. */
let reads = 0;
function Sum() {
  const { data } = useQuery({ queryKey: [role.name, 'sum'], queryFn: () => Promise.resolve((reads += 1)) });
  return <p>角色本身 {data}</p>;
}

const accountant = { id: '7', roleName: '会计' };

async function open(recordTab = tab(), answers: Record<string, unknown> = {}, record = accountant): Promise<Call[]> {
  const calls = stubServer({ ...stubList(claimRule, rules), ...answers });
  const modules = openAcme({ pages: { recordTabs: [recordTab] } });
  await draw(
    <RecordTabs resource={role} row={record}>
      <Sum />
    </RecordTabs>,
    { modules, at: '/sys/role/list' },
  );
  await page.getByRole('tab', { name: '来源' }).click();
  return calls;
}
const line = page.getByRole('row', { name: '财务' });

test('the tab shows only the lines of its record, without the column that refers to the record', async () => {
  await open();
  await expect.element(line).toBeVisible();
  expect(page.getByText('别处').elements()).toEqual([]);
  expect(page.getByRole('columnheader', { name: '角色' }).elements()).toEqual([]);
});

const saving = 'POST /api/sys/claim-rule/save';
const adding = {
  'GET /api/sys/claim-rule/create': { ruleName: '审计', ruleStatus: '正常', loginMethod: 'oidc' },
  'GET /api/sys/role/select-options': { items: [], total: 0 },
  [saving]: ({ body }: Call) => ({ id: '3', version: 1, ...(body as object) }),
};
const drawer = page.getByRole('dialog', { name: `新增${claimRule.title}` });
const add = () => page.getByRole('button', { name: `新增${claimRule.title}` }).click();
const type = (label: string, text: string) => drawer.getByRole('textbox', { name: label }).first().fill(text);

test('a line added in the tab belongs to the record', async () => {
  const calls = await open(tab(), adding);
  await add();
  await type('声明', 'groups');
  await type('值', '审计');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => calls.find(({ method, path }) => `${method} ${path}` === saving)?.body).toMatchObject({ sysRoleId: '7' });
});

test('the unsaved draft of a new line is offered in its own record only', async () => {
  const cashier = { id: '8', roleName: '出纳' };
  await open(tab(), adding, cashier);
  await add();
  await type('值', '写了一半');
  await cleanup();
  const calls = await open(tab(), adding);
  await add();
  await type('声明', 'groups');
  expect(drawer.getByRole('button', { name: '恢复草稿' }).elements()).toEqual([]);
  await type('值', '审计');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect
    .poll(() => calls.find(({ method, path }) => `${method} ${path}` === saving)?.body)
    .toMatchObject({ sysRoleId: '7', claimValue: '审计' });
  await cleanup();
  await open(tab(), adding, cashier);
  await add();
  await drawer.getByRole('button', { name: '恢复草稿' }).click();
  await expect.element(drawer.getByRole('textbox', { name: '值' }).first()).toHaveValue('写了一半');
});

test('a line is deleted after confirmation, and the lines and the record’s summary of them are reloaded', async () => {
  const calls = await open(tab(), {
    'DELETE /api/sys/claim-rule/delete/1': null,
    'GET /api/sys/claim-rule/select-uses/1': [],
  });
  const before = reads;
  await line.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.poll(() => calls.filter(({ path }) => path.endsWith('/select-page') && path.includes('claim-rule')).length).toBe(2);
  await expect.poll(() => reads).toBe(before + 1);
});

test('after the only line of the last page is deleted, the page before it is shown', async () => {
  const many = rowsOf(claimRule, ...Array.from({ length: 51 }, (_, at) => ({ claimValue: `第${at + 1}条`, sysRoleId: '7' })));
  await open(tab(), {
    ...stubList(claimRule, many),
    'DELETE /api/sys/claim-rule/delete/51': () => {
      many.pop();
      return null;
    },
    'GET /api/sys/claim-rule/select-uses/51': [],
  });
  await page.getByTitle('下一页').click();
  await page.getByRole('row', { name: '第51条' }).getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByRole('row', { name: '第50条' })).toBeVisible();
});

test('the lines of a closed record are read-only', async () => {
  await open(tab(false));
  await expect.element(line.getByRole('button', { name: '查看' })).toBeVisible();
  expect(page.getByRole('button', { name: /编辑|删除|新增/ }).elements()).toEqual([]);
});

test('there is no tab without permission to read its lines', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/role': 'read' } });
  const modules = openAcme({ pages: { recordTabs: [tab()] } });
  await draw(
    <RecordTabs resource={role} row={{ id: '7' }}>
      <p>角色本身</p>
    </RecordTabs>,
    { modules },
  );
  await expect.element(page.getByRole('tab', { name: '变更历史' })).toBeVisible();
  expect(page.getByRole('tab', { name: '来源' }).elements()).toEqual([]);
});

test('the form of a line stays when the right to the lines is taken away, and says so; the tab goes when it is closed', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/role': 'read', 'sys/claim-rule': 'read,add' } });
  await open(tab(), { ...adding, 'GET /api/sys/role/select-history/7': [] });
  await add();
  await type('值', '写了一半');
  setPermissions('sys/role', 'read');
  const told = drawer.getByRole('status').filter({ hasText: `您没有新增${claimRule.title}的权限` });
  await expect.element(told).toBeVisible();
  await expect.element(drawer.getByRole('textbox', { name: '值' }).first()).toHaveValue('写了一半');
  await drawer.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '放弃', exact: true }).click();
  await expect.element(page.getByRole('tab', { name: '来源' })).not.toBeInTheDocument();
});

test('the form of a new line says that it can no longer be saved when its record stops being editable meanwhile', async () => {
  const recordTab = linesTab(claimRule, 'sysRoleId', { label: '来源', editable: ({ roleName }) => roleName === '会计' });
  function Closing() {
    const [roleName, setName] = useState('会计');
    return (
      <RecordTabs resource={role} row={{ id: '7', roleName }}>
        <button type="button" onClick={() => setName('已停用')}>
          停用
        </button>
      </RecordTabs>
    );
  }
  stubServer({ ...stubList(claimRule, rules), ...adding });
  await draw(<Closing />, { modules: openAcme({ pages: { recordTabs: [recordTab] } }), at: '/sys/role/list' });
  const close = page.getByRole('button', { name: '停用' }).element() as HTMLElement;
  await page.getByRole('tab', { name: '来源' }).click();
  await add();
  await type('值', '写了一半');
  close.click();
  await expect.element(drawer.getByRole('status').filter({ hasText: '这条数据现在不能修改' })).toBeVisible();
  await drawer.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '放弃', exact: true }).click();
});

test('on a narrow screen no value wraps, and the actions are in a menu', async () => {
  await onPhone();
  await open();
  await expect.element(line.getByRole('button', { name: '操作' })).toBeVisible();
  const cells = [...line.element().querySelectorAll('td')].filter((cell) => cell.querySelector('button') === null);
  expect(cells.length).toBeGreaterThan(5);
  expect(new Set(cells.map((cell) => getComputedStyle(cell).whiteSpace))).toEqual(new Set(['nowrap']));
});

test('lines that cannot be loaded show an error and can be retried', async () => {
  let broken = true;
  await open(tab(), {
    'GET /api/sys/claim-rule/select-page': () => {
      if (broken) throw new Refusal('notPermitted');
      return { items: rules.slice(0, 1), total: 1 };
    },
  });
  await expect.element(page.getByText(`${claimRule.title}加载失败`)).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(line).toBeVisible();
});
