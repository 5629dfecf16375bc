import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawInput } from '@back-office/app/testing/web/draw-field.tsx';
import { optionsOf } from '../../testing/sample.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';

const serve = (): void =>
  void stubServer({
    'GET /api/sys/role/select-options': ({ query }: Call) =>
      query.get('search') === 'sjy' ? optionsOf('审计员') : optionsOf('操作员', '审计员', '管理员'),
    'GET /api/sys/role/select/1': { id: '1', roleName: '审计员' },
  });
const role = { kind: 'reference', label: '角色', to: 'sys/role' } as const;

test.for([['Enter'], ['Tab']])(
  'a record picker takes none of its first choices by %s before the answer to what is typed',
  async ([key]) => {
    serve();
    const { held } = await drawInput(role);
    await page.getByLabelText('角色').click();
    await expect.element(page.getByTitle('管理员')).toBeVisible();
    await userEvent.keyboard(`gly{${key}}`);
    expect(held()).toBeUndefined();
  },
);

test('a record picker takes the first record that was found by Enter', async () => {
  serve();
  const { held } = await drawInput(role);
  await page.getByLabelText('角色').click();
  await userEvent.keyboard('sjy');
  await expect.element(page.getByTitle('审计员')).toBeVisible();
  await expect.element(page.getByTitle('管理员')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(held).toBe('1');
});

test('a tree picker takes no result of the former search by Enter before the answer to what is typed', async () => {
  stubServer({
    'GET /api/sys/district/select-options': ({ query }: Call) =>
      query.get('search') === '朝阳' ? optionsOf('朝阳区') : optionsOf('北京市', '天津市'),
    'GET /api/sys/district/select/1': { id: '1', districtName: '朝阳区' },
  });
  const { held } = await drawInput({ kind: 'reference', label: '地区', to: 'sys/district' });
  const search = page.getByLabelText('地区');
  await search.click();
  await search.fill('朝阳');
  await expect.element(page.getByTitle('朝阳区')).toBeVisible();
  // A part of the former result's id, by which the tree chooses the node that Enter takes.
  await search.fill('1');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByTitle('天津市')).toBeVisible();
  expect(held()).toBeUndefined();
});
