import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

const views = ['在职', '停用', '待审核'].map((name) => ({ id: name, name, query: `like=userName%3A${name}` }));
const tab = (name: string) => page.getByRole('navigation', { name: '常用筛选' }).getByRole('link', { name });
const places = (): number[] =>
  [...document.querySelectorAll('.view-tabs > a')].map((link) => Math.round(link.getBoundingClientRect().left));

test.for([[[205, 180, 20, 5]], [[12_345, 9999, 20, null]]] as const)('no tab moves when the counts %j arrive', async ([counts]) => {
  const { answer, release } = deferredAnswer({ counts });
  stubServer({
    ...stubList(user, rowsOf(user, { userName: '张三' })),
    'GET /api/sys/user/select-page': { items: rowsOf(user, { userName: '张三' }), total: counts[0] },
    'GET /api/sys/user/select-counts': answer,
    'GET /api/sys/user/preference': { 'views.sys.user': { views } },
  });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await expect.element(tab('待审核')).toBeVisible();
  await expect.element(page.getByText('张三')).toBeVisible();
  const before = places();
  release();
  await expect.element(tab('停用 20 条')).toBeVisible();
  expect(places()).toEqual(before);
});
