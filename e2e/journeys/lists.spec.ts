import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { unique, type Api } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { functionOf, accountWith, roleWith, type Account } from '../support/accounts.ts';
import { rowOf } from '../support/press.ts';
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

/** Runs in the page: the person's preferences arrive between two slices of the rendering that waits for them, as may happen by chance. */
function choicesComeInMidDrawing(): void {
  const { fetch } = globalThis;
  const come: (() => void)[] = [];
  globalThis.fetch = async (...call) => {
    const answer = await fetch(...call);
    if (!answer.url.endsWith('/user/preference')) return answer;
    const text = await answer.text();
    // If nothing that is rendered reads it, it arrives all the same.
    await Promise.race([new Promise<void>((done) => come.push(done)), new Promise((late) => setTimeout(late, 2_000))]);
    return Object.assign(new Response(text), { text: () => Promise.resolve(text) });
  };
  // React marks the promise that a rendering waits for, and reads the mark again when it continues.
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

test('chosen columns follow a person to another machine, and are contained in a link', async ({ page, otherPage, api }) => {
  const [one, two] = [await somebody(api), await somebody(api)];
  await page.addInitScript(choicesComeInMidDrawing);
  await openAs(page, one.account, one.password, list);
  await expect(headers(page).first()).toHaveText('姓名');
  await openSettings(page);
  for (const name of ['邮箱', '机构', '角色', '最近登录']) await settings(page).getByRole('checkbox', { name }).uncheck();
  await settings(page).getByRole('spinbutton', { name: '姓名列宽' }).fill('260');
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
  const chosen = ['姓名', '状态', '账号', '手机号', '创建时间', '操作'];
  await expect(headers(page)).toHaveText(chosen);
  expect(await widthOf(page, '姓名')).toBe(260);
  await expect(page).toHaveURL(/columns=/);

  await page.reload();
  await expect(headers(page)).toHaveText(chosen);
  expect(await widthOf(page, '姓名')).toBe(260);

  await openAs(otherPage, one.account, one.password, list);
  await expect(headers(otherPage)).toHaveText(chosen);
  expect(await widthOf(otherPage, '姓名')).toBe(260);
  await otherPage.getByRole('button', { name: '用户菜单' }).click();
  await otherPage.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(otherPage).toHaveURL(/login/);
  const link = new URL(page.url());
  await signIn(otherPage, two.account, two.password, link.pathname + link.search);
  await expect(headers(otherPage)).toHaveText(chosen);
  await otherPage.goto('/index');
  await otherPage.goto(list);
  await expect(headers(otherPage).nth(4)).toHaveText('机构');
});

test('a list opens with its default saved view until another one is chosen', async ({ page, api }) => {
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

  // Opened again, from the menu or by its plain address.
  await page.getByRole('tab', { name: '用户列表' }).click({ button: 'middle' });
  await page.goto(list);
  await expect(rowOf(page, name)).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText(`${name}2`);
  await expect(page).toHaveURL(/eq=userStatus/);
  // The last filter is removed for good.
  for (const field of ['姓名', '状态']) await page.getByRole('button', { name: `移除筛选${field}` }).click();
  await expect(rowOf(page, account)).toBeVisible();

  await views.click();
  await page.getByRole('menuitem', { name: '管理常用筛选…' }).click();
  const managing = page.getByRole('dialog', { name: '管理常用筛选' });
  await expectAccessible(page);
  await managing.getByLabel('名称').fill('不在岗');
  await managing.getByRole('radio', { name: '打开列表时显示全部' }).check();
  await managing.getByRole('button', { name: '确定' }).click();
  await expect(managing).toBeHidden();
  await page.goto('/index');
  await page.goto(list);
  await expect(rowOf(page, account)).toBeVisible();
  await views.click();
  await page.getByRole('menuitem', { name: '不在岗' }).click();
  await expect(rowOf(page, name)).toHaveCount(2);
});

test('the toolbar sticks after 16 pixels of scrolling, and stays visible above the content', async ({ openAsAdmin }) => {
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
    // Clicked with the pointer, so nothing covers it.
    await toolbar.getByRole('button', { name: '刷新' }).click();
    await expect(toolbar.getByRole('button', { name: '新增' })).toBeInViewport();
  }
});
