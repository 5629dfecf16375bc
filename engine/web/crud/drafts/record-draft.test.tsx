import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { TabContext } from '../../platform/tabs/tab-context.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { ListPage } from '../pages/list-page.tsx';
import { ViewPage } from '../pages/view-page.tsx';
import { draftStore } from './draft-store.ts';

const zhang = { id: '7', version: 3, userAccount: 'zhang', userName: '张三', userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' };
let stored: Record<string, unknown>;
let calls: Call[];

beforeEach(() => {
  stored = zhang;
  tab = crypto.randomUUID();
  calls = stubServer({
    'GET /api/sys/user/select/7': () => stored,
    'GET /api/sys/user/create': { userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' },
    'GET /api/sys/org/select/1': { id: '1', version: 1, orgName: '总部' },
    'POST /api/sys/user/save': ({ body }: Call) => ({ ...stored, ...(body as object), version: 4 }),
    'POST /api/live/watch': () => ({ version: stored['version'] }),
  });
});

/** A different tab for each test: a tab that is not shown keeps its unsaved mark. */
let tab: string;
const open = (id = '7') =>
  draw(
    <TabContext value={tab}>
      <ViewPage resource={user} id={id} />
    </TabContext>,
    { at: `/sys/user/view/${id}?edit=1` },
  );
/** Simulates a crash: the page is gone, local storage is not. */
const comeBack = async (id = '7'): Promise<void> => {
  await cleanup();
  await open(id);
};
const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const drafts = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('draft '));
const saves = (): unknown[] => calls.filter(({ path }) => path === '/api/sys/user/save').map(({ body }) => body);

describe('an unsaved draft', () => {
  test('is offered for recovery, and saved as if it had just been typed', async () => {
    await open();
    await field('备注').fill('写了一半');
    await comeBack();
    await expect.element(field('备注')).toHaveValue('');
    await expect.element(page.getByRole('status').filter({ hasText: '未保存的草稿' })).toBeVisible();
    await button('恢复草稿').click();
    await expect.element(field('备注')).toHaveValue('写了一半');
    await button('保存').click();
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(saves()).toEqual([{ id: '7', version: 3, userRemark: '写了一半' }]);
    expect(drafts()).toEqual([]);
  });

  test('keeps its offer in view on a phone when the page is scrolled past it', async () => {
    await onPhone();
    await open();
    await field('备注').fill('写了一半');
    await comeBack();
    await expect.element(button('恢复草稿')).toBeVisible();
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    const seen = (): number | undefined => document.querySelector('.draft-offer')?.getBoundingClientRect().top;
    const bar = (): number => document.querySelector('.crud-bar')?.getBoundingClientRect().bottom ?? 0;
    await expect.poll(() => Math.round((seen() ?? 0) - bar())).toBe(8);
    await button('恢复草稿').click();
    await expect.element(field('备注')).toHaveValue('写了一半');
  });

  test('is deleted when the person discards it', async () => {
    await open();
    await field('备注').fill('写了一半');
    await comeBack();
    await button('丢弃').click();
    await expect.element(button('恢复草稿')).not.toBeInTheDocument();
    await expect.element(field('备注')).toHaveValue('');
    expect(drafts()).toEqual([]);
  });

  test('is offered again if the person leaves the form without deciding', async () => {
    await open();
    await field('备注').fill('写了一半');
    await comeBack();
    await expect.element(button('恢复草稿')).toBeVisible();
    await button('返回用户列表').click();
    await comeBack();
    await button('恢复草稿').click();
    await expect.element(field('备注')).toHaveValue('写了一半');
  });

  test('is offered no more once the person has discarded it in another form of the record', async () => {
    await open();
    await field('备注').fill('写了一半');
    await comeBack();
    await expect.element(button('恢复草稿')).toBeVisible();
    for (const key of Object.keys(localStorage)) if (key.startsWith('draft ')) localStorage.removeItem(key);
    await field('姓名').fill('张三丰');
    await expect.element(button('恢复草稿')).not.toBeInTheDocument();
    await field('姓名').fill('张无忌');
    await button('返回用户列表').click();
    await button('放弃').click();
    expect(drafts()).toEqual([]);
  });

  test('is offered again as it was after another field was saved, or typed in and discarded', async () => {
    await open();
    await field('备注').fill('写了一半');
    await comeBack();
    await field('姓名').fill('张三丰');
    await button('保存').click();
    await expect.element(page.getByText('保存成功')).toBeVisible();
    await comeBack();
    await field('姓名').fill('张无忌');
    await button('返回用户列表').click();
    await button('放弃').click();
    await comeBack();
    await button('恢复草稿').click();
    await expect.element(field('备注')).toHaveValue('写了一半');
    await expect.element(field('姓名')).toHaveValue('张三');
  });

  test('in a form beside a list is offered again after another record was opened', async () => {
    const people = rowsOf(user, zhang, { ...zhang, userName: '李四' });
    stubServer({
      ...stubList(user, people),
      ...Object.fromEntries(people.map((row) => [`GET /api/sys/user/select/${row.id}`, row])),
      'POST /api/live/watch': { version: 3 },
    });
    const openBeside = async (): Promise<void> => {
      await cleanup();
      await draw(<ListPage resource={user} />, { at: `/sys/user/list?record=${people[0]?.id}` });
      await page.getByRole('dialog', { name: '查看用户' }).getByRole('button', { name: '编辑' }).click();
    };
    await openBeside();
    await field('备注').fill('写了一半');
    await openBeside();
    await expect.element(button('恢复草稿')).toBeVisible();
    await page.getByRole('link', { name: '李四', exact: true }).click();
    await expect.element(page.getByRole('dialog', { name: '查看用户' })).toBeVisible();
    await openBeside();
    await expect.element(button('恢复草稿')).toBeVisible();
  });

  test('that is being typed in another window stays when the unchanged form here is left', async () => {
    await open();
    await expect.element(field('姓名')).toHaveValue('张三');
    const { userId } = sessionStore.get();
    draftStore.write(userId, 'sys/user 7', { at: Date.now(), values: { userRemark: '写了一半' }, base: { version: 3 } });
    await button('返回用户列表').click();
    await comeBack();
    await expect.element(button('恢复草稿')).toBeVisible();
  });

  test('that is being typed in another window stays when something is typed here and discarded', async () => {
    await open();
    await expect.element(field('姓名')).toHaveValue('张三');
    const { userId } = sessionStore.get();
    draftStore.write(userId, 'sys/user 7', { at: Date.now(), values: { userRemark: '写了一半' }, base: { version: 3 }, form: 'other' });
    await field('姓名').fill('张无忌');
    await button('返回用户列表').click();
    await button('放弃').click();
    await comeBack();
    await button('恢复草稿').click();
    await expect.element(field('备注')).toHaveValue('写了一半');
    await expect.element(field('姓名')).toHaveValue('张三');
  });

  test('does not overwrite what was typed since; changes by others are detected on saving', async () => {
    await open();
    await field('备注').fill('写了一半');
    await field('姓名').fill('张三丰');
    stored = { ...zhang, version: 4, userEmail: 'zhang@example.com' };
    await comeBack();
    await field('姓名').fill('张无忌');
    await button('恢复草稿').click();
    await expect.element(field('备注')).toHaveValue('写了一半');
    await expect.element(field('姓名')).toHaveValue('张无忌');
    await button('保存').click();
    // Sends the version that the draft began with, so that the server detects the conflict.
    await expect.poll(saves).toEqual([{ id: '7', version: 3, userName: '张无忌', userRemark: '写了一半' }]);
  });

  test('names the records that it refers to if somebody else has since chosen others', async () => {
    stored = { ...zhang, sysOrgId: '1', sysOrgIdLabel: '总部' };
    await open();
    await field('备注').fill('写了一半');
    stored = { ...zhang, version: 4, sysOrgId: '2', sysOrgIdLabel: '分部' };
    await comeBack();
    await expect.element(page.getByText('分部')).toBeVisible();
    await button('恢复草稿').click();
    await expect.element(page.getByText('总部')).toBeVisible();
  });

  test('never contains a secret, neither in local storage nor when restored', async () => {
    await open('new');
    await page.getByLabelText('密码', { exact: true }).fill('Pw-Secret-2026');
    await field('备注').fill('写了一半');
    await expect.poll(drafts).toHaveLength(1);
    expect(
      Object.keys(localStorage)
        .map((key) => localStorage.getItem(key))
        .join(' '),
    ).not.toContain('Pw-Secret');
    await comeBack('new');
    await button('恢复草稿').click();
    await expect.element(field('备注')).toHaveValue('写了一半');
    await expect.element(page.getByLabelText('密码', { exact: true })).toHaveValue('');
  });

  test('is not offered to anyone else', async () => {
    await open();
    await field('备注').fill('写了一半');
    await cleanup();
    signInAs();
    await open();
    await expect.element(field('姓名')).toHaveValue('张三');
    await expect.element(button('恢复草稿')).not.toBeInTheDocument();
  });

  test('is deleted once the original value is typed back', async () => {
    await open();
    await field('备注').fill('写了一半');
    await expect.poll(drafts).toHaveLength(1);
    await field('备注').fill('');
    await expect.poll(drafts).toEqual([]);
  });

  test('marks its tab as unsaved, and is deleted when the tab is discarded', async () => {
    await open();
    expect(tabsStore.isDirty(tab)).toBe(false);
    await field('备注').fill('写了一半');
    await expect.poll(() => tabsStore.isDirty(tab)).toBe(true);
    tabsStore.discard([tab]);
    await expect.poll(drafts).toEqual([]);
  });
});
