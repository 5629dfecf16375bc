import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '@back-office/web/testing/deferred-answer.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SearchButton } from './search-button.tsx';

const route = (path: string, title: string, more: Partial<RouteRecord> = {}): RouteRecord => ({
  path,
  name: path,
  component: path.slice(1),
  meta: { title },
  ...more,
});
const routes = [
  route('/index', '首页'),
  {
    ...route('/sys', '系统管理'),
    component: 'Layout',
    children: [
      route('/sys/user/list', '用户列表', { component: 'sys/user/list' }),
      route('/sys/user/view/:id', '用户信息', { component: 'sys/user/view', hidden: true }),
    ],
  },
];
const zhang = { resource: 'sys/user', title: '用户', items: [{ id: '7', label: '张三', detail: 'zhang' }], more: true };
const unseen = { resource: 'sys/org', title: '机构', items: [{ id: '8', label: '张家口分公司', detail: null }], more: false };
const notices = { resource: 'message', title: '通知', items: [{ id: '9', label: '张贴须知', detail: null }], more: false };
let calls: Call[];

const start = (answer: unknown = { groups: [zhang, unseen, notices] }) => {
  calls = stubServer({ 'GET /api/sys/search': answer });
  return draw(
    <>
      <SearchButton routes={routes} />
      <input aria-label="a form" />
    </>,
  );
};
const dialog = page.getByRole('dialog', { name: '查找' });
const box = dialog.getByRole('combobox');
const option = (name: string) => dialog.getByRole('option', { name });
const state = dialog.getByRole('status');
const open = async (typed = ''): Promise<void> => {
  await page.getByRole('button', { name: '查找' }).click();
  await expect.element(box).toHaveFocus();
  if (typed !== '') await box.fill(typed);
};
const meant = (): string | null | undefined =>
  document.getElementById(box.element().getAttribute('aria-activedescendant') ?? '')?.querySelector('.find-label')?.textContent;

beforeEach(() => sessionStorage.removeItem('recent-finds'));

describe('opening the search', () => {
  test('works by click or shortcut from anywhere, and Escape returns the focus there', async () => {
    await start();
    const form = page.getByRole('textbox', { name: 'a form' });
    await form.click();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(form).toHaveFocus();
    await open();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: '查找' })).toHaveFocus();
  });

  test('captures what is typed right after the shortcut, and no form receives any of it', async () => {
    await start();
    await page.getByRole('textbox', { name: 'a form' }).click();
    await userEvent.keyboard('{Control>}k{/Control}yonghu');
    await expect.element(box).toHaveValue('yonghu');
    await expect.element(page.getByRole('textbox', { name: 'a form', includeHidden: true })).toHaveValue('');
  });

  test('shows every page before anything is typed, without a request', async () => {
    await start();
    await open();
    await expect.element(option('首页')).toBeVisible();
    await expect.element(option('用户列表')).toMatchTextContent('系统管理');
    expect(calls).toEqual([]);
  });
});

describe('the search results', () => {
  test('show pages by pinyin at once and records from the server, each under its heading', async () => {
    await start();
    await open('zhang');
    await expect.element(dialog.getByRole('group', { name: '用户' }).getByRole('option', { name: '张三' })).toMatchTextContent('zhang');
    await expect.element(dialog.getByText('，还有更多，请继续输入')).toBeVisible();
    await expect.element(state).toMatchTextContent('2 个结果');
    expect(calls.map(({ query }) => query.get('q'))).toEqual(['zhang']);
    // The person has no page for it.
    await expect.element(option('张家口分公司')).not.toBeInTheDocument();
    await box.fill('yonghulb');
    await expect.element(option('用户列表')).toBeVisible();
  });

  test('say when nothing was found', async () => {
    await start({ groups: [] });
    await open('没有的');
    await expect.element(state).toMatchTextContent('没有找到符合的内容');
    await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  });

  test('say when records could not be searched, and still show pages', async () => {
    await start(() => {
      throw new Refusal('notPermitted');
    });
    await open('用户');
    await expect.element(state).toMatchTextContent('记录没有查到，请稍后再试');
    await expect.element(option('用户列表')).toBeVisible();
  });
});

describe('the keyboard', () => {
  test('moves through all groups and wraps around, the focus stays in the box, and Enter opens a result', async () => {
    const { address } = await start();
    await open('张');
    await expect.element(option('张三')).toBeVisible();
    await expect.poll(meant).toBe('张三');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(meant).toBe('张贴须知');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(meant).toBe('张三');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.poll(address).toBe('/message?notice=9');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test.each(['Enter', 'a click'])('opens no record of the former text by %s while the new one is searched for', async (how) => {
    const li = { ...zhang, items: [{ id: '6', label: '李四', detail: 'li' }] };
    const { answer, release } = deferredAnswer({ groups: [li] });
    const { address } = await start(({ query }: Call) => (query.get('q') === '张' ? { groups: [zhang] } : answer()));
    await open('张');
    await expect.poll(meant).toBe('张三');
    await box.fill('李');
    await expect.element(option('张三')).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => calls.map(({ query }) => query.get('q'))).toEqual(['张', '李']);
    if (how === 'Enter') await userEvent.keyboard('{Enter}');
    else await option('张三').click({ force: true });
    await expect.element(dialog).toBeVisible();
    expect([address(), meant()]).toEqual(['/', undefined]);
    release();
    await expect.poll(meant).toBe('李四');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/sys/user/view/6');
  });

  test('opens nothing while an input method is still composing', async () => {
    const { address } = await start();
    await open('用户');
    await expect.element(option('用户列表')).toBeVisible();
    box.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
    await expect.element(dialog).toBeVisible();
    expect(address()).toBe('/');
  });
});

test('a result that was opened is listed first the next time', async () => {
  const { address } = await start();
  await open('张');
  await option('张三').click();
  await expect.poll(address).toBe('/sys/user/view/7');
  await open();
  await expect.element(dialog.getByRole('group', { name: '最近使用' }).getByRole('option', { name: '张三' })).toBeVisible();
});

test('? lists the shortcuts available here, but not while somebody types in a field', async () => {
  await start();
  await page.getByRole('textbox', { name: 'a form' }).click();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('textbox', { name: 'a form' })).toHaveValue('?');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('?');
  const list = page.getByRole('dialog', { name: '键盘快捷键' });
  await expect.element(list.getByText('查找，或做一件事')).toBeVisible();
  await expect.element(list.getByText('列出快捷键')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
});
