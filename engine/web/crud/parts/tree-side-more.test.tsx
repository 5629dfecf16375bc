import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { optionsOf } from '../../testing/sample.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

test('a search in the tree on the left says if it finds more than it shows', async () => {
  stubServer({
    ...stubList(user, rowsOf(user, { userName: '张三' })),
    'GET /api/sys/org/select-options': ({ query }: Call) => ({
      ...optionsOf('支行一', '支行二'),
      total: query.get('search') === '支' ? 51 : 2,
    }),
  });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  const search = page.getByRole('textbox', { name: '搜索机构树' });
  const more = page.getByText('还有更多，请继续输入');
  await search.fill('支');
  await expect.element(more).toBeVisible();
  await search.fill('支行');
  await expect.element(more).not.toBeInTheDocument();
});
