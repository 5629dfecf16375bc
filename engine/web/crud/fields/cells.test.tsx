import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openAcme } from '@back-office/app/testing/web/acme.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '../../testing/sample.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';
import { type Cells, openCells } from './cells.tsx';
import type { CellProps } from './field-kit.ts';
import { FieldValue } from './field-value.tsx';

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

test('a company can replace the cell of a built-in field, and the neighbouring cells stay as they are', async () => {
  await drawUsers({ 'sys/user.userName': { Cell: ({ value }: CellProps) => <b>★{String(value)}</b> } });
  await expect.element(row('zhang').getByText('★张三')).toBeVisible();
  await expect.element(row('li').getByText('停用')).toBeVisible();
});

test('a cell that throws shows an error in its place and can be retried; its neighbours are unaffected', async () => {
  let broken = true;
  const Cell = ({ value }: CellProps) => {
    if (broken) throw new Error('broken on purpose');
    return <>{String(value)}</>;
  };
  openCells({ 'sys/user.userName': { Cell } });
  const row = { id: '1', userAccount: 'zhang', userName: '张三' };
  await draw(
    <>
      <FieldValue resource={user} name="userName" row={row} />
      <FieldValue resource={user} name="userAccount" row={row} />
    </>,
  );
  await expect.element(page.getByRole('alert')).toMatchTextContent('内容出错了');
  await expect.element(page.getByText('zhang')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('张三')).toBeVisible();
});
