import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openAcme } from '../../testing/acme.ts';
import { draw } from '../../testing/draw.tsx';
import { dictionaries } from '../../testing/sample.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';
import type { Cells } from './cells.tsx';
import type { CellProps } from './field-kit.ts';

const people = rowsOf(
  user,
  { userAccount: 'zhang', userName: '张三', userStatus: '正常' },
  { userAccount: 'li', userName: '李四', userStatus: '停用' },
);

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubServer({ ...stubList(user, people), 'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'] }) });
});

const drawUsers = (cells: Cells) => {
  const modules = openAcme({ pages: { cells } });
  return draw(<ListPage resource={user} />, { at: '/sys/user/list', modules });
};
const row = (name: string) => page.getByRole('row', { name });

test('a field of ours is shown in the way that a company says, and its neighbours as ever', async () => {
  await drawUsers({ 'sys/user.userName': { Cell: ({ value }: CellProps) => <b>★{String(value)}</b> } });
  await expect.element(row('zhang').getByText('★张三')).toBeVisible();
  await expect.element(row('li').getByText('停用')).toBeVisible();
});

test('a cell that throws says so in its place and can be tried again; the rest of the list stands', async () => {
  let broken = true;
  const Cell = ({ value }: CellProps) => {
    if (broken && value === '赵六') throw new Error('broken on purpose');
    return <>{String(value)}</>;
  };
  // In a list that stands: React tries a drawing that fails in slices once more at a stretch, and reports it where something else came in between.
  const renamed = people.map((person) => (person['userName'] === '张三' ? { ...person, userName: '赵六' } : person));
  let shown = people;
  stubServer({
    ...stubList(user, people),
    'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'] }),
    'GET /api/sys/user/select-page': () => ({ items: shown, total: shown.length }),
  });
  await drawUsers({ 'sys/user.userName': { Cell } });
  await expect.element(row('zhang').getByText('张三')).toBeVisible();
  shown = renamed;
  await page.getByRole('button', { name: '刷新' }).click();
  await expect.element(row('zhang').getByRole('alert')).toMatchTextContent('内容出错了');
  await expect.element(row('li').getByText('李四')).toBeVisible();
  broken = false;
  await row('zhang').getByRole('button', { name: '重试' }).click();
  await expect.element(row('zhang').getByText('赵六')).toBeVisible();
});
