import type { Resource } from '@back-office/contract/resource/resource.ts';
import { user } from '@back-office/sys/users/user.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { zhang } from '../../testing/zhang.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ViewPage } from './view-page.tsx';

const answers = {
  'GET /api/sys/user/select/7': zhang,
  'GET /api/sys/user/create': { userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' },
  'POST /api/live/watch': { version: 3 },
  'DELETE /api/live/watch/7': null,
};
let calls: Call[];

const edit = async (more: Record<string, unknown> = {}, id = '7', resource: Resource = user) => {
  calls = stubServer({ ...answers, ...more });
  return draw(<ViewPage resource={resource} id={id} />, { at: `/sys/user/view/${id}?edit=1` });
};
const read = async (more: Record<string, unknown> = {}) => {
  stubServer({ ...answers, ...more });
  return draw(<ViewPage resource={user} id="7" />, { at: '/sys/user/view/7' });
};
const saves = (): Call[] => calls.filter(({ path }) => path === '/api/sys/user/save');
const field = (name: string) => page.getByRole('textbox', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
/** The text beside a label. */
const said = (label: string) =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent;
const refuse = (outcome: 'refused' | 'conflict' | 'gone' | 'serverError', data?: unknown, words?: string) => () => {
  throw new Refusal(outcome, words, data);
};

describe('the page of a record', () => {
  test('shows its values, a dash for empty ones, and never its secrets', async () => {
    await read();
    await expect.element(page.getByText('姓名', { exact: true })).toBeVisible();
    await expect.element(page.getByText('13800138000')).toBeVisible();
    await expect.element(page.getByText('密码', { exact: true })).not.toBeInTheDocument();
    expect(said('邮箱')).toBe('—');
  });

  test('has the section headings of the declaration, as its form has', async () => {
    await read();
    await expect.element(page.getByText('组织与角色')).toBeVisible();
    const headings = () => [...document.querySelectorAll('.record-section > h2, h2.record-section')].map(({ textContent }) => textContent);
    expect(headings()).toEqual(['账号与联系方式', '组织与角色', '安全与备注', '其他信息']);
    await press('编辑');
    await expect.element(field('姓名')).toBeVisible();
    expect(headings()).toEqual(['账号与联系方式', '组织与角色', '安全与备注']);
    await expect.element(page.getByRole('heading', { name: '组织与角色' })).toBeVisible();
  });

  test('opens the form and returns from it', async () => {
    const { address } = await read();
    await press('编辑');
    await expect.element(field('姓名')).toHaveValue('张三');
    expect(address()).toBe('/sys/user/view/7?edit=1');
    await press('返回用户列表');
    await expect.poll(address).toBe('/sys/user/view/7');
  });

  test('offers no form with permission to read only', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/user': 'read' } });
    await edit();
    await expect.element(page.getByText('13800138000')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '编辑' })).not.toBeInTheDocument();
    await expect.element(field('姓名')).not.toBeInTheDocument();
  });

  test('explains why a person with permission to add only cannot edit', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/user': 'read,add' } });
    await read();
    await page.getByRole('button', { name: '编辑' }).click({ force: true });
    await expect.element(page.getByText('您只能新增用户，没有修改已有用户的权限')).toBeVisible();
  });

  test('says what could not be loaded, and can be retried', async () => {
    let away = true;
    await read({
      'GET /api/sys/user/select/7': () => {
        if (away) throw new Refusal('unavailable');
        return zhang;
      },
    });
    await expect.element(page.getByRole('heading', { name: '用户加载失败' })).toBeVisible();
    away = false;
    await press('重试');
    await expect.element(page.getByText('13800138000')).toBeVisible();
  });

  test('leads to the list if the record is deleted, and then offers no retry', async () => {
    const { address } = await read({ 'GET /api/sys/user/select/7': refuse('gone') });
    await expect.element(page.getByRole('heading', { name: '没有这条记录' })).toBeVisible();
    await expect.poll(() => page.getByText('数据不存在或已被删除').elements()).toHaveLength(1);
    await expect.element(page.getByRole('button', { name: '重试' })).not.toBeInTheDocument();
    await press('返回列表');
    await expect.poll(address).toBe('/sys/user/list');
  });
});

describe('the form of a record', () => {
  test('sends only what was changed, with id and version', async () => {
    const { address } = await edit({ 'POST /api/sys/user/save': { ...zhang, version: 4 } });
    await field('姓名').fill('张三丰');
    await press('保存');
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(saves().map(({ body }) => body)).toEqual([{ id: '7', version: 3, userName: '张三丰' }]);
    expect(address()).toBe('/sys/user/view/7');
  });

  test('gives a title of up to a line a row of its own, and a name one column', async () => {
    const titled = (max: number) => ({ ...user, fields: { ...user.fields, userName: { ...user.fields.userName, max } } });
    const widthOf = (name: string) => field(name).element().getBoundingClientRect().width;
    const { unmount } = await edit({}, '7', titled(200));
    await expect.element(field('姓名')).toBeVisible();
    expect(widthOf('姓名')).toBeGreaterThan(2 * widthOf('手机'));
    await unmount();
    await edit({}, '7', titled(199));
    await expect.element(field('姓名')).toBeVisible();
    expect(widthOf('姓名')).toBe(widthOf('手机'));
  });

  test('is submitted by Enter too', async () => {
    await edit({ 'POST /api/sys/user/save': { ...zhang, version: 4 } });
    await field('姓名').fill('张三丰');
    await userEvent.keyboard('{Enter}');
    await expect.poll(saves).toHaveLength(1);
  });

  test('is submitted by Enter in a date only after the typed date has been accepted', async () => {
    const dated = { ...user, fields: { ...user.fields, userRemark: { kind: 'date', label: '到岗日期' } as const } };
    await edit({ 'POST /api/sys/user/save': { ...zhang, version: 4 } }, '7', dated);
    await field('到岗日期').fill('2026-03-04');
    await userEvent.keyboard('{Enter}');
    await expect.element(field('到岗日期')).toHaveValue('2026-03-04');
    expect(saves()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => saves().map(({ body }) => body)).toMatchObject([{ userRemark: '2026-03-04' }]);
  });

  test('is not sent if nothing was changed', async () => {
    await edit();
    await press('保存');
    await expect.element(page.getByText('没有需要保存的修改')).toBeVisible();
    expect(saves()).toEqual([]);
  });

  test('shows an error at its field when the field loses focus, and clears it while typing', async () => {
    await edit();
    await field('手机号').fill('abc');
    await expect.element(page.getByText('手机号格式不正确')).not.toBeInTheDocument();
    await userEvent.tab();
    await expect.element(field('手机号')).toHaveAttribute('aria-invalid', 'true');
    await field('手机号').fill('13800138001');
    await expect.element(field('手机号')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('is not sent with errors, and focuses the first of them', async () => {
    await edit({}, 'new');
    await expect.element(field('账号')).toBeVisible();
    await field('手机号').fill('abc');
    await press('保存');
    await expect.element(page.getByText('账号不能为空')).toBeVisible();
    await expect.element(page.getByText('姓名不能为空')).toBeVisible();
    await expect.element(field('账号')).toHaveFocus();
    expect(saves()).toEqual([]);
  });

  test('shows errors found only by the server at their fields', async () => {
    const conflict = { conflict: 'unique', fields: ['userAccount'] };
    await edit({ 'POST /api/sys/user/save': refuse('conflict', conflict) });
    await field('账号').fill('li');
    await press('保存');
    await expect.element(page.getByText('账号已存在')).toBeVisible();
    await expect.element(field('账号')).toHaveFocus();
    await expect.element(field('账号')).toHaveValue('li');
  });

  test('shows an error that belongs to no field', async () => {
    await edit({ 'POST /api/sys/user/save': refuse('refused', { fields: [{ field: 'somewhere', message: '超出了许可的数量' }] }) });
    await field('姓名').fill('张三丰');
    await press('保存');
    await expect.element(page.getByText('超出了许可的数量')).toBeVisible();
  });

  test('retries under the same idempotency key if the answer was lost, and takes a new one after a refusal', async () => {
    let answer: () => unknown = () => new Response(null, { status: 503 });
    await edit({ 'POST /api/sys/user/save': () => answer() });
    const keys = () => saves().map(({ headers }) => headers.get('Idempotency-Key'));
    await field('姓名').fill('张三丰');
    await press('保存');
    await expect.poll(keys).toHaveLength(1);
    await expect.element(page.getByRole('button', { name: '保存', exact: true })).toBeEnabled();
    await press('保存');
    await expect.poll(keys).toHaveLength(2);
    answer = refuse('refused', undefined, '不可以');
    await press('保存');
    await expect.element(page.getByText('不可以')).toBeVisible();
    await press('保存');
    await expect.poll(keys).toHaveLength(4);
    const [first, second, third, fourth] = keys();
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  test('saves once on a double click', async () => {
    await edit({ 'POST /api/sys/user/save': () => new Promise((done) => setTimeout(() => done(zhang), 300)) });
    await field('姓名').fill('张三丰');
    await page.getByRole('button', { name: '保存', exact: true }).dblClick();
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(saves()).toHaveLength(1);
  });

  test('asks before discarding what was typed, with the focus on 继续编辑', async () => {
    const { address } = await edit();
    await field('姓名').fill('张三丰');
    await press('返回用户列表');
    const dialog = page.getByRole('dialog', { name: '放弃已填写的内容？' });
    await expect.element(dialog.getByRole('button', { name: '继续编辑' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(field('姓名')).toHaveValue('张三丰');
    await press('返回用户列表');
    await dialog.getByRole('button', { name: '放弃' }).click();
    await expect.poll(address).toBe('/sys/user/view/7');
  });

  test('previews what was typed as it will be read, and returns to the form unchanged', async () => {
    await edit();
    await field('姓名').fill('张三丰');
    await press('预览');
    await expect.poll(() => said('姓名')).toBe('张三丰');
    await expect.element(field('姓名')).not.toBeInTheDocument();
    await press('继续编辑');
    await expect.element(field('姓名')).toHaveValue('张三丰');
  });

  test('says that someone else has saved the record, or deleted it', async () => {
    const drawn = await edit({ 'POST /api/live/watch': { version: 4 } });
    await expect.element(page.getByText('他人刚刚修改了这条数据，保存时可以逐项选择以谁为准')).toBeVisible();
    await drawn.unmount();
    await edit({ 'POST /api/live/watch': refuse('gone') });
    await expect.element(page.getByText('他人刚刚删除了这条数据，填写的内容无法再保存')).toBeVisible();
  });
});
