import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { wordsOfButtons } from '@back-office/web/testing/words-of-buttons.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '../session.ts';
import { SessionListPage } from './session-list-page.tsx';

const sessions = rowsOf(
  session,
  { sysUserId: 'u1', sysUserIdLabel: '张三', userAccount: 'zhang', loginIp: '10.0.0.1' },
  { sysUserId: 'u2', sysUserIdLabel: '李四', userAccount: 'li', loginIp: '10.0.0.2' },
);
const start = async (more: Record<string, unknown> = {}): Promise<Call[]> => {
  const calls = stubServer({ ...stubList(session, sessions), ...more });
  await draw(<SessionListPage />, { at: '/sys/session/list' });
  return calls;
};
const row = page.getByRole('row', { name: 'zhang' });
const dialog = page.getByRole('dialog');
const deletes = (calls: Call[]): string[] =>
  calls.filter(({ method }) => method === 'DELETE').map(({ path, query }) => `${path}?${decodeURIComponent(query.toString())}`);

test('one session is ended, with a reason that its owner will see', async () => {
  const calls = await start({ 'DELETE /api/sys/session/delete/1': null });
  await row.getByRole('button', { name: '强制下线zhang', exact: true }).click();
  await expect.element(dialog).toMatchTextContent('强制下线在线用户“zhang”？会立即收到提示并退出登录，未保存的内容会留在其草稿中。');
  await dialog.getByRole('textbox', { name: '原因（选填，对方会看到）' }).fill(' 系统维护 ');
  await dialog.getByRole('button', { name: '强制下线' }).click();
  await expect.element(page.getByText('已强制下线')).toBeVisible();
  expect(deletes(calls)).toEqual(['/api/sys/session/delete/1?reason=系统维护']);
});

test('all sessions of a person are ended at once; the dialog names the person and needs no reason', async () => {
  const calls = await start({ 'DELETE /api/sys/session/delete-user/u1': null });
  await row.getByRole('button', { name: '全部下线' }).click();
  await expect.element(dialog).toMatchTextContent('“张三”的所有登录强制下线？');
  await expect.element(dialog.getByRole('button', { name: '取消' })).toHaveFocus();
  await dialog.getByRole('button', { name: '全部下线' }).click();
  await expect.element(page.getByText('已强制下线')).toBeVisible();
  expect(deletes(calls)).toEqual(['/api/sys/session/delete-user/u1?']);
  await expect.poll(() => calls.filter(({ path }) => path.endsWith('/select-page')).length).toBe(2);
});

test('the focus moves to the next person after all sessions of one are ended', async () => {
  const [first, other] = sessions;
  let stored = rowsOf(session, { ...first }, { ...first, id: '3' }, { ...other, id: '2' });
  await start({
    'GET /api/sys/session/select-page': () => ({ items: stored, total: stored.length }),
    'DELETE /api/sys/session/delete-user/u1': () => {
      stored = stored.filter(({ id }) => id === '2');
      return null;
    },
  });
  await row.first().getByRole('button', { name: '全部下线' }).click();
  await dialog.getByRole('button', { name: '全部下线' }).click();
  await expect.element(row).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.closest('[data-row-key]')?.getAttribute('data-row-key')).toBe('2');
});

test('a refusal to end all sessions of a person is reported, and the dialog closes', async () => {
  await start({
    'DELETE /api/sys/session/delete-user/u1': () => {
      throw new Refusal('notPermitted', '不能下线权限更高的人');
    },
  });
  await row.getByRole('button', { name: '全部下线' }).click();
  await dialog.getByRole('button', { name: '全部下线' }).click();
  await expect.element(page.getByText('不能下线权限更高的人')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a session that has ended meanwhile is reported, and leaves the list', async () => {
  let stored = sessions;
  await start({
    'GET /api/sys/session/select-page': () => ({ items: stored, total: stored.length }),
    'DELETE /api/sys/session/delete/1': () => {
      stored = stored.filter(({ id }) => id !== '1');
      throw new Refusal('gone');
    },
  });
  await row.getByRole('button', { name: '强制下线zhang', exact: true }).click();
  await dialog.getByRole('button', { name: '强制下线' }).click();
  await expect.element(page.getByText('数据不存在或已被删除')).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
  await expect.element(page.getByRole('row', { name: 'li' })).toBeVisible();
});

test('a session cannot be edited, and a person who may only read cannot end one', async () => {
  const offered = (): string[] => wordsOfButtons(row);
  stubServer(stubList(session, sessions));
  const { unmount } = await draw(<SessionListPage />, { at: '/sys/session/list' });
  await expect.poll(offered).toEqual(['强制下线', '全部下线']);
  await unmount();
  signInAs({ account: 'somebody', grants: { 'sys/session': 'read' } });
  await start();
  await expect.element(row).toBeVisible();
  expect(offered()).toEqual([]);
});
