import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { unique, type Api } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { functionOf, accountWith, roleWith, type Account } from '../support/accounts.ts';
import { choose, rowOf, tabTo } from '../support/press.ts';
import { openAs, signIn } from '../support/sign-in.ts';

// Everybody has their own columns and views, so each journey has people of its own.
test.use({ settings: { ROUTER_MODE: 'remote' } });

const list = '/sys/user/list';

async function somebody(api: Api): Promise<Account> {
  const functions = await Promise.all(['sys/user/list', 'sys/user/view'].map((component) => functionOf(api, component)));
  const role = await roleWith(api, Object.fromEntries(functions.map(({ id }) => [id, 'write'])));
  return accountWith(api, [role.id]);
}

const headers = (page: Page) => page.getByRole('columnheader').filter({ hasText: /./ });
const widthOf = (page: Page, name: string) =>
  page.getByRole('columnheader', { name, exact: true }).evaluate((cell) => Math.round(cell.getBoundingClientRect().width));
const settings = (page: Page) => page.getByRole('dialog', { name: '列设置' });
const openSettings = (page: Page) => page.getByRole('button', { name: '列设置' }).click();

/** Drags from the middle of one place to the middle of another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

const middleOf = async (page: Page, name: string) => {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox();
  if (box === null) throw new Error(`${name} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Runs in the page: what the person chose comes between two slices of the drawing that waits for it, as it may by chance. */
function choicesComeInMidDrawing(): void {
  const { fetch } = globalThis;
  const come: (() => void)[] = [];
  globalThis.fetch = async (...call) => {
    const answer = await fetch(...call);
    if (!answer.url.endsWith('/user/preference')) return answer;
    const text = await answer.text();
    await new Promise<void>((done) => come.push(done));
    return Object.assign(new Response(text), { text: () => Promise.resolve(text) });
  };
  // React marks the promise that a drawing waits for, and looks at the mark again when it goes on.
  const marks = new WeakMap<object, string>();
  Reflect.defineProperty(Promise.prototype, 'status', {
    set(this: object, mark: string) {
      marks.set(this, mark);
    },
    get(this: object) {
      if (marks.get(this) === 'pending') for (const done of come.splice(0)) done();
      return marks.get(this);
    },
  });
}

test('columns are ticked, ordered and sized, follow a person to another machine, and stand in a link', async ({ page, otherPage, api }) => {
  const [one, two] = [await somebody(api), await somebody(api)];
  await page.addInitScript(choicesComeInMidDrawing);
  await openAs(page, one.account, one.password, list);
  await expect(headers(page).first()).toHaveText('账号');
  await openSettings(page);
  for (const name of ['性别', '邮箱', '机构', '部门', '角色', '最近登录']) await settings(page).getByRole('checkbox', { name }).uncheck();
  await drag(page, await middleOf(page, '移动状态'), await middleOf(page, '移动账号'));
  const grip = settings(page).getByRole('button', { name: '移动创建时间' });
  await tabTo(page, grip);
  for (let presses = 0; presses < 9; presses += 1) await page.keyboard.press('ArrowUp');
  await expect(grip).toBeFocused();
  await expect(settings(page).getByRole('status')).toHaveText('创建时间移到第 2 列');
  await settings(page).getByRole('spinbutton', { name: '姓名列宽' }).fill('260');
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
  await expect(page.getByRole('button', { name: '列设置' })).toBeFocused();
  const chosen = ['状态', '创建时间', '账号', '姓名', '手机号', '操作'];
  await expect(headers(page)).toHaveText(chosen);
  expect(await widthOf(page, '姓名')).toBe(260);
  await expect(page).toHaveURL(/columns=/);

  const before = await widthOf(page, '手机号');
  const edge = await page.locator('[data-edge="userPhone"]').boundingBox();
  if (edge === null) throw new Error('The edge of a header is not to be seen');
  const at = { x: edge.x + edge.width / 2, y: edge.y + edge.height / 2 };
  await drag(page, at, { x: at.x + 90, y: at.y });
  await expect.poll(() => widthOf(page, '手机号')).toBe(before + 90);
  await expect(page.getByRole('columnheader', { name: '手机号' })).not.toHaveAttribute('aria-sort', /./);
  await page.reload();
  await expect(headers(page)).toHaveText(chosen);
  expect(await widthOf(page, '手机号')).toBe(before + 90);

  await openAs(otherPage, one.account, one.password, list);
  await expect(headers(otherPage)).toHaveText(chosen);
  expect(await widthOf(otherPage, '手机号')).toBe(before + 90);
  await otherPage.getByRole('button', { name: '用户菜单' }).click();
  await otherPage.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(otherPage).toHaveURL(/login/);
  const link = new URL(page.url());
  await signIn(otherPage, two.account, two.password, link.pathname + link.search);
  await expect(headers(otherPage)).toHaveText(chosen);
  await otherPage.goto('/index');
  await otherPage.goto(list);
  await expect(headers(otherPage).nth(2)).toHaveText('性别');

  await openSettings(page);
  await settings(page).getByRole('button', { name: '恢复默认' }).click();
  await page.keyboard.press('Escape');
  await expect(headers(page)).toHaveCount(12);
  await expect(page).toHaveURL(list);
});

test('a view is saved, chosen, opened by default, renamed and deleted', async ({ page, api }) => {
  const name = unique('seen-');
  for (const [at, userStatus] of ['停用', '正常', '停用'].entries())
    await api.save('sys/user', { userAccount: `${name}${at}`, userName: `${name} ${at}`, userStatus });
  const { account, password } = await somebody(api);
  await openAs(page, account, password, `${list}?like=userName:${name}&eq=userStatus:停用&sort=userAccount:desc`);
  await expect(rowOf(page, name)).toHaveCount(2);
  const views = page.getByRole('button', { name: /^常用筛选/ });
  await views.click();
  await page.getByRole('menuitem', { name: '保存当前筛选…' }).click();
  const saving = page.getByRole('dialog', { name: '保存当前筛选' });
  await saving.getByRole('button', { name: '保存' }).click();
  await expect(saving.getByLabel('名称')).toHaveAccessibleDescription('请输入名称');
  await saving.getByLabel('名称').fill('停用的人');
  await saving.getByLabel('打开列表时默认使用').check();
  await saving.getByLabel('名称').press('Enter');
  await expect(saving).toBeHidden();
  await expect(views).toHaveAccessibleName('常用筛选：停用的人');

  await views.click();
  await page.getByRole('menuitem', { name: '全部，不筛选' }).click();
  await expect(page.getByRole('group', { name: '当前筛选' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: '账号' })).not.toHaveAttribute('aria-sort', /./);
  await page.reload();
  await expect(rowOf(page, account)).toBeVisible();
  await expect(page.getByRole('group', { name: '当前筛选' })).toHaveCount(0);

  // Opened again, from the menu or by its bare address.
  await page.getByRole('tab', { name: '用户列表' }).click({ button: 'middle' });
  await page.goto(list);
  await expect(rowOf(page, name)).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText(`${name}2`);
  await expect(page).toHaveURL(/eq=userStatus/);
  // The last filter is taken away for good.
  for (const field of ['姓名', '状态']) await page.getByRole('button', { name: `移除筛选${field}` }).click();
  await expect(rowOf(page, account)).toBeVisible();

  await views.click();
  await page.getByRole('menuitem', { name: '管理常用筛选…' }).click();
  const managing = page.getByRole('dialog', { name: '管理常用筛选' });
  await expectAccessible(page);
  await managing.getByLabel('名称').fill(' ');
  await expect(managing.getByRole('alert')).toHaveText('请输入名称');
  await expect(managing.getByRole('button', { name: '确定' })).toBeDisabled();
  await managing.getByLabel('名称').fill('不在岗');
  await managing.getByRole('radio', { name: '打开列表时显示全部' }).check();
  await managing.getByRole('button', { name: '确定' }).click();
  await expect(managing).toBeHidden();
  await page.goto('/index');
  await page.goto(list);
  await expect(rowOf(page, account)).toBeVisible();
  await tabTo(page, views);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: '不在岗' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, name)).toHaveCount(2);
  await expect(views).toHaveAccessibleName('常用筛选：不在岗');
  await expect(page.getByRole('menuitem', { name: '不在岗' }), 'the menu stays closed').toBeHidden();
  await views.click();
  await page.getByRole('menuitem', { name: '管理常用筛选…' }).click();
  await managing.getByRole('button', { name: '删除不在岗' }).click();
  await managing.getByRole('button', { name: '确定' }).click();
  await expect(managing).toBeHidden();
  await expect(views).toHaveAccessibleName('常用筛选');
});

test('of thousands of rows only those near the screen are drawn, and all of them can be ticked', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/base/district/list?limit=10000&like=districtCode:1');
  const rows = page.getByRole('row');
  await expect(rows.nth(20)).toBeVisible();
  expect(await rows.count()).toBeLessThan(200);
  const total = Number(/\d+/.exec((await page.getByText(/^共 \d+ 条$/).textContent()) ?? '')?.[0]);
  expect(total).toBeGreaterThan(1000);
  await page.getByRole('checkbox', { name: '全选' }).check();
  await expect(page.getByText(`已选 ${total} 项`)).toBeVisible();
  const first = await rows.nth(1).textContent();
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
  await expect(page.getByText(/^共 \d+ 条$/)).toBeInViewport();
  await expect(rows.last()).toBeInViewport();
  await expect(rows.last().getByRole('checkbox')).toBeChecked();
  await expect(rows.last()).not.toHaveText(first ?? '');
  expect(await rows.count()).toBeLessThan(200);
});

test('the toolbar pins itself after 16 pixels and stays in sight, above what is below it', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/base/district/list?limit=50&like=districtCode:1');
  const toolbar = page.getByRole('toolbar', { name: '地区列表工具栏' });
  await expect(rowOf(page, '北京')).not.toHaveCount(0);
  for (const [top, pinned] of [
    [14, false],
    [18, true],
    [900, true],
    [0, false],
  ] as const) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
    if (pinned) await expect(toolbar).toHaveClass(/pinned/);
    else await expect(toolbar).not.toHaveClass(/pinned/);
    // Pressed by the pointer, so nothing lies over it.
    await toolbar.getByRole('button', { name: '刷新' }).click();
    await expect(toolbar.getByRole('button', { name: '新增' })).toBeInViewport();
  }
});

test('a range is added by Enter when both bounds are given, and a field that is used leaves the choice', async ({ page, api }) => {
  const { account, password } = await somebody(api);
  await openAs(page, account, password, list);
  await page.getByRole('button', { name: '添加筛选' }).click();
  const panel = page.getByRole('form', { name: '添加筛选' });
  await choose(page, '筛选字段', '创建时间');
  await panel.getByRole('textbox', { name: '创建时间不早于' }).fill('2026-01-01 00:00:00');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('textbox', { name: '创建时间不晚于' })).toBeFocused();
  await expect(page.getByRole('group', { name: '当前筛选' })).toHaveCount(0);
  await page.keyboard.type('2099-12-31 23:59:59');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: '当前筛选' })).toContainText('不小于 2026-01-01 00:00:00、不大于 2099-12-31 23:59:59');
  await page.getByRole('combobox', { name: '筛选字段' }).fill('创建时间');
  await expect(page.getByRole('option', { name: '创建时间' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '移除筛选创建时间' }).click();
  await page.getByRole('combobox', { name: '筛选字段' }).fill('创建时间');
  await expect(page.getByRole('option', { name: '创建时间' })).toBeAttached();
});
