import type { ParentField, ReferenceField, ReferencesField } from '@back-office/contract/resource/field.ts';
import { Form } from 'antd';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { user } from '@back-office/sys/users/user.ts';
import { district } from '@back-office/sys/districts/district.ts';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { drawCell, drawFilter, drawInput } from '@back-office/app/testing/web/draw-field.tsx';
import { optionsOf } from '../../testing/sample.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { kitOf } from './kit-of.ts';

const org: ReferenceField = { kind: 'reference', label: '机构', to: 'sys/org' };
const role: ReferenceField = { kind: 'reference', label: '角色', to: 'sys/role' };
const roles: ReferencesField = { kind: 'references', label: '角色', to: 'sys/role', link: 'x' };
let calls: Call[];

const offered = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-select-item-option, .ant-select-tree-treenode:not([aria-hidden])')].map(
    ({ textContent }) => textContent,
  );
const queries = (path: string): string[] => calls.filter((call) => call.path === path).map(({ query }) => query.toString());

describe('the cell of a reference', () => {
  test('shows the name that came with the record, without a request', async () => {
    calls = stubServer();
    await drawCell(org, '7', { row: { oneLabel: '总部' } });
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('总部');
    expect(queries('/api/sys/org/select/7')).toEqual([]);
  });

  test('requests the name if only the id is known', async () => {
    stubServer({ 'GET /api/sys/org/select/7': { id: '7', orgName: '华东分部' } });
    await drawCell(org, '7');
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('华东分部');
  });

  test('says so, without an id or an error, if the record cannot be read', async () => {
    stubServer({
      'GET /api/sys/org/select/7': () => {
        throw new Refusal('gone');
      },
    });
    await drawCell(org, '7');
    await expect.element(page.getByLabelText('cell')).toMatchTextContent('无法显示名称');
    expect(document.querySelector('.ant-message-error')).toBe(null);
  });

  test('requests the name as pickers do for a person who may not read the record', async () => {
    signInAs({ account: 'clerk', grants: { 'sys/user': 'read,edit' } });
    calls = stubServer({ 'GET /api/sys/org/select-options': optionsOf('总部', '华东分部') });
    await drawCell(org, '2');
    await expect.element(page.getByLabelText('cell')).toMatchTextContent('华东分部');
    expect(queries('/api/sys/org/select-options')).toEqual(['id=2']);
  });

  test('shows several as tags, and as comma-separated text where tags would interfere', async () => {
    const row = { oneLabel: ['审计员', '操作员'] };
    const tags = await drawCell(roles, ['1', '2'], { row });
    expect([...document.querySelectorAll('.ant-tag')].map(({ textContent }) => textContent)).toEqual(['审计员', '操作员']);
    await tags.unmount();
    await drawCell(roles, ['1', '2'], { row, plain: true });
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('审计员、操作员');
    expect(document.querySelector('.ant-tag')).toBe(null);
  });
});

describe('a record picker', () => {
  beforeEach(() => {
    calls = stubServer({
      'GET /api/sys/role/select-options': ({ query }: Call) =>
        query.get('search') === 'sjy' ? optionsOf('审计员') : optionsOf('审计员', '操作员', '管理员'),
      'GET /api/sys/role/select/1': { id: '1', roleName: '审计员' },
      'GET /api/sys/role/select/2': { id: '2', roleName: '操作员' },
      'GET /api/sys/role/select/3': { id: '3', roleName: '管理员' },
    });
  });

  test('requests nothing until it is opened, then offers the first options', async () => {
    const { held } = await drawInput(role);
    expect(queries('/api/sys/role/select-options')).toEqual([]);
    await page.getByLabelText('角色').click();
    await expect.poll(offered).toEqual(['审计员', '操作员', '管理员']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(held).toBe('2');
  });

  test('debounces its search on the server instead of sending one per letter', async () => {
    await drawInput(role);
    await page.getByLabelText('角色').click();
    await userEvent.keyboard('sjy');
    await expect.poll(offered).toEqual(['审计员']);
    const searched = calls.map(({ query }) => query.get('search')).filter((text) => text !== null);
    expect(searched.at(-1)).toBe('sjy');
    expect(searched).not.toContain('s');
  });

  test('shows the chosen record by the name that came with the edited record', async () => {
    await drawInput(role, { row: { one: '2', oneLabel: '操作员' } });
    await expect.element(page.getByText('操作员')).toBeVisible();
    expect(queries('/api/sys/role/select/2')).toEqual([]);
  });

  test('returns null when it is cleared', async () => {
    const { held } = await drawInput(role, { row: { one: '2', oneLabel: '操作员' } });
    await userEvent.hover(page.getByLabelText('角色'));
    await page.getByRole('button', { name: '清除' }).click();
    await expect.poll(held).toBe(null);
  });

  test('takes several records, and Backspace removes the last one', async () => {
    const { held } = await drawInput(roles, { row: { one: [] } });
    await page.getByLabelText('角色').click();
    await page.getByTitle('审计员').click();
    await page.getByTitle('管理员').click();
    await expect.poll(held).toEqual(['1', '3']);
    await userEvent.keyboard('{Backspace}');
    await expect.poll(held).toEqual(['1']);
  });

  test('shows what was picked by its name, without a request for it', async () => {
    signInAs({ account: 'clerk', grants: { 'sys/user': 'read,edit' } });
    await drawInput(role);
    await page.getByLabelText('角色').click();
    await userEvent.keyboard('sjy');
    await expect.poll(offered).toEqual(['审计员']);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => document.querySelector('.ant-select-content')?.textContent).toBe('审计员');
    expect(queries('/api/sys/role/select/1')).toEqual([]);
    expect(calls.filter(({ query }) => query.has('id'))).toEqual([]);
    expect(document.querySelector('.ant-message-error')).toBe(null);
  });

  test('asks for any of several records in a filter', async () => {
    const { asked } = await drawFilter(role);
    await page.getByRole('combobox', { name: '角色' }).click();
    await page.getByTitle('审计员').click();
    await page.getByTitle('操作员').click();
    await expect.poll(asked).toEqual([
      { op: 'eq', value: '1' },
      { op: 'eq', value: '2' },
    ]);
  });

  test('shows in its own place why there are no options', async () => {
    stubServer({
      'GET /api/sys/role/select-options': () => {
        throw new Refusal('notPermitted');
      },
    });
    await drawInput(role);
    await page.getByLabelText('角色').click();
    await expect.element(page.getByRole('alert').first()).toHaveTextContent('可选的角色加载失败：没有操作权限');
  });
});

describe('a record picker limited by another field', () => {
  const drawDept = (row: Record<string, unknown>) => {
    const { Input } = kitOf(fieldOf(user, 'sysDeptId'));
    return draw(
      <Form name="user" layout="vertical" initialValues={row}>
        <Form.Item name="sysOrgId" hidden>
          <input />
        </Form.Item>
        <Form.Item name="sysDeptId" label="部门">
          <Input resource={user} field={fieldOf(user, 'sysDeptId')} name="sysDeptId" row={row} />
        </Form.Item>
      </Form>,
    );
  };

  test('offers only records of the edited record’s organisation', async () => {
    calls = stubServer({ 'GET /api/sys/dept/select-options': optionsOf('财务部') });
    await drawDept({ sysOrgId: '9' });
    await page.getByLabelText('部门').click();
    await expect.poll(offered).toEqual(['财务部']);
    expect(calls.find(({ path }) => path === '/api/sys/dept/select-options')?.query.get('within')).toBe('sysOrgId:9');
  });

  test('names the organisation of each option while none is chosen', async () => {
    const { items, total } = optionsOf('财务部', '财务部');
    const answer = { items: items.map((item, at) => ({ ...item, withinLabel: ['总部', '华东分部'][at] })), total };
    stubServer({ 'GET /api/sys/dept/select-options': answer });
    await drawDept({});
    await page.getByLabelText('部门').click();
    await expect.poll(offered).toEqual(['财务部（总部）', '财务部（华东分部）']);
  });
});

describe('a tree picker', () => {
  const parent: ParentField = { kind: 'parent', label: '上级地区' };
  const { Input } = kitOf(parent);
  const node = (id: string, label: string, hasChildren: boolean) => ({
    id,
    label,
    hasChildren,
    parentId: null,
    parentLabel: hasChildren ? null : '北京市',
    withinLabel: null,
  });
  const answers = {
    'GET /api/sys/district/select/12': { id: '12', districtName: '朝阳区' },
    'GET /api/sys/district/select-options': ({ query }: Call) => {
      if (query.get('search') === '朝阳') return { items: [node('12', '朝阳区', false)], total: 1 };
      if (query.get('parentId') === '1') return { items: [node('11', '东城区', false), node('12', '朝阳区', false)], total: 2 };
      return { items: [node('1', '北京市', true), node('2', '天津市', true)], total: 2 };
    },
  };
  const drawParent = (row: Record<string, unknown> = {}) =>
    draw(
      <Form name="district" layout="vertical" initialValues={row}>
        <Form.Item name="parentId" label="上级地区">
          <Input resource={district} field={parent} name="parentId" row={row} />
        </Form.Item>
      </Form>,
    );

  test('loads a level when it is expanded', async () => {
    calls = stubServer(answers);
    await drawParent();
    await page.getByLabelText('上级地区').click();
    await expect.element(page.getByText('北京市')).toBeVisible();
    await expect.element(page.getByText('东城区')).not.toBeInTheDocument();
    await userEvent.click(document.querySelector('.ant-select-tree-switcher') ?? document.body);
    await expect.element(page.getByText('东城区')).toBeVisible();
    expect(calls.map(({ query }) => query.get('parentId')).filter((id) => id !== null)).toEqual(['', '1']);
  });

  test('shows a search result together with its parent', async () => {
    stubServer(answers);
    await drawParent();
    await page.getByLabelText('上级地区').click();
    await page.getByLabelText('上级地区').fill('朝阳');
    await expect.element(page.getByText('朝阳区（北京市）')).toBeVisible();
    await page.getByText('朝阳区（北京市）').click();
    // The closed field shows only the record's own name.
    await expect.element(page.getByText('朝阳区', { exact: true })).toBeVisible();
  });

  test('does not let a record be its own parent', async () => {
    stubServer(answers);
    await drawParent({ id: '2' });
    await page.getByLabelText('上级地区').click();
    await expect.element(page.getByText('天津市')).toBeVisible();
    expect(page.getByText('天津市').element().closest('.ant-select-tree-treenode')?.className).toContain('disabled');
    expect(page.getByText('北京市').element().closest('.ant-select-tree-treenode')?.className).not.toContain('disabled');
  });
});
