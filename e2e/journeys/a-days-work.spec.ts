import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';

// A separate server, so that the list contains nobody else.
test.use({ settings: { APP_TITLE: '一天的工作' } });

const root = join(import.meta.dirname, '../..');

interface Task {
  readonly before: number;
  readonly after: number;
}

/** The counts in docs/trials/a-days-work.md for each task, and in total. */
const said = new Map<string, Task>(
  [
    ...readFileSync(join(root, 'docs/trials/a-days-work.md'), 'utf8').matchAll(/^\| \**([^|*]+?)\** \| \**(\d+)\** \| \**(\d+)\** \|/gm),
  ].map(([, task = '', before, after]) => [task, { before: Number(before), after: Number(after) }]),
);

test('ten common tasks take as many presses as docs/trials/a-days-work.md says, a third fewer than before', async ({
  page,
  openAsAdmin,
  api,
}) => {
  // Each of the ten begins with a page that is loaded.
  test.setTimeout(300_000);
  await makeCompany(api);
  await countPresses(page);
  await openAsAdmin('/sys/user/list');
  const { keyboard } = page;
  const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
  const counted: Record<string, number> = {};
  /** Counts the presses from the open list on; `first` runs before counting. */
  const task = (name: string, act: () => Promise<void>, first?: () => Promise<void>) =>
    test.step(name, async () => {
      await page.goto('/sys/user/list');
      await expect(page.locator('.record-link').first()).toBeVisible();
      await first?.();
      await page.evaluate(() => sessionStorage.setItem('presses', '0'));
      await act();
      counted[name] = await page.evaluate(() => Number(sessionStorage.getItem('presses')));
    });
  const find = async (text: string): Promise<void> => {
    await page.getByRole('searchbox', { name: '搜索用户', exact: true }).click();
    await keyboard.insertText(text);
    await keyboard.press('Enter');
    await expect(page.getByText('共 1 条')).toBeVisible();
  };
  const tick = (name: string) => page.getByRole('checkbox', { name, exact: true }).click();

  await task('find somebody by name', () => find('同事3'));
  await task('find who has a telephone number', () => find('13800000005'));
  await task('only those who are disabled', async () => {
    await button('状态').click();
    await page.getByRole('menuitem', { name: '停用' }).click();
    await expect(page.getByText('共 2 条')).toBeVisible();
  });
  await task('everybody of an organisation and of the two below it', async () => {
    await page.getByRole('tree', { name: '机构树' }).getByText('青禾集团').click();
    await expect(page.getByText('共 12 条')).toBeVisible();
  });
  await task('look at ten people, one after the other', async () => {
    await page.locator('.record-link').first().click();
    await walk(page, 9);
  });
  await task('correct the telephone numbers of five people in a row', async () => {
    await page.locator('.record-link').first().click();
    for (const at of [1, 2, 3, 4, 5]) {
      if (at > 1) await walk(page, 1);
      await expect(page.getByRole('dialog', { name: '查看用户' }).getByRole('button', { name: '编辑' })).toBeVisible();
      await keyboard.press('e');
      await page.getByRole('dialog', { name: '编辑用户' }).getByLabel('手机号').click();
      await keyboard.press('Control+a');
      await keyboard.insertText(`1390000000${at}`);
      await keyboard.press('Control+s');
      await expect(page.getByRole('dialog', { name: '查看用户' }).getByText(`1390000000${at}`)).toBeVisible();
    }
  });
  const batch = page.getByRole('dialog', { name: '批量修改用户' });
  const change = async (field: string, value: string): Promise<void> => {
    await batch.getByRole('checkbox', { name: field, exact: true }).click();
    await batch.getByRole('combobox', { name: field }).click();
    await page.locator('.ant-select-dropdown:visible').locator('[class*=option-content], [class*=tree-title]').getByText(value).click();
  };
  await task('disable eight people', async () => {
    for (const at of [1, 2, 3, 4, 5, 6, 7, 8]) await tick(`选择同事${at}`);
    await button('批量修改').click();
    await change('状态', '停用');
    await button('修改 8 条', batch).click();
    await expect(page.getByText('已修改 8 条')).toBeVisible();
  });
  const awaiting = async (): Promise<void> => {
    await button('待审核（4）').click();
    await expect(page.getByText('共 4 条')).toBeVisible();
    await tick('全选');
  };
  await task('give those four an organisation and a role', async () => {
    await awaiting();
    await button('批量修改').click();
    await change('机构', '青禾集团');
    await change('角色', '值班员');
    await button('修改 4 条', batch).click();
    await expect(page.getByText('已修改 4 条')).toBeVisible();
  });
  await task('let in four who registered', async () => {
    await awaiting();
    await button('批量通过').click();
    await button(/^通过/, page.getByRole('dialog', { name: '通过注册申请' })).click();
    await expect(page.getByText('已通过 4 条')).toBeVisible();
  });
  const person = page.getByRole('link', { name: '同事1', exact: true });
  await task(
    'take back a mistaken deletion',
    async () => {
      await keyboard.press('Control+z');
      await expect(person).toBeVisible();
    },
    async () => {
      await button('删除同事1').click();
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
      await expect(button('撤销')).toBeVisible();
      await expect(person).toBeHidden();
    },
  );

  const sum = Object.values(counted).reduce((one, other) => one + other);
  expect({ ...counted, sum }).toEqual(Object.fromEntries([...said].map(([name, { after }]) => [name, after])));
  const tasks = [...said].filter(([name]) => name !== 'sum');
  expect(said.get('sum')?.before).toBe(tasks.reduce((total, [, { before }]) => total + before, 0));
  expect(sum).toBeLessThanOrEqual(((said.get('sum')?.before ?? 0) * 2) / 3);
});

/** Twelve people in an organisation with two below it, two of them disabled, and four who registered. */
async function makeCompany(api: Api): Promise<void> {
  const { id: group } = await api.save('sys/org', { orgName: '青禾集团', orgCode: 'qinghe', orgStatus: '正常' });
  const below: string[] = [];
  for (const at of [1, 2])
    below.push((await api.save('sys/org', { orgName: `青禾${at}厂`, orgCode: `qinghe-${at}`, orgStatus: '正常', parentId: group })).id);
  await api.save('sys/role', { roleName: '值班员', roleCode: 'duty', roleStatus: '正常' });
  for (const at of [1, 2, 3, 4])
    await api.save('sys/user', { userAccount: `applicant-${at}`, userName: `申请人${at}`, userStatus: '待审核' });
  for (let at = 12; at >= 1; at -= 1)
    await api.save('sys/user', {
      userAccount: `colleague-${at}`,
      userName: `同事${at}`,
      userPhone: `138000000${String(at).padStart(2, '0')}`,
      userStatus: at > 10 ? '停用' : '正常',
      sysOrgId: [group, ...below][at % 3],
    });
}

/** Counts as the document does: a press of a button, an entry or a key is one; typed letters do not count. */
async function countPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const count = (event: Event): void => {
      const isHeld = event instanceof KeyboardEvent && ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key);
      if (event.isTrusted && !isHeld) sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1));
    };
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, count, true);
  });
}

/** Moves this many records further in the panel beside the list. */
async function walk(page: Page, steps: number): Promise<void> {
  const place = page.getByRole('dialog', { name: '查看用户' }).getByRole('img', { name: /^第/ });
  for (let left = steps; left > 0; left -= 1) {
    const from = await place.getAttribute('aria-label');
    await page.keyboard.press('ArrowDown');
    await expect(place).not.toHaveAttribute('aria-label', from ?? '');
  }
}
