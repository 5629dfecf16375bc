import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { choose, offered } from '@back-office/web/testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sysFunction } from '../function.ts';

const stored = {
  id: '1',
  version: 3,
  functionName: '用户',
  rootPath: 'user',
  functionComponent: 'Layout',
  functionStatus: '正常',
  isHidden: '否',
  isExternal: '否',
};
const icon = page.getByRole('combobox', { name: '图标' });
const edit = async (functionIcon: string | null): Promise<Call[]> => {
  const row = { ...stored, functionIcon };
  const calls = stubServer({
    'GET /api/sys/function/select/1': row,
    'POST /api/sys/function/save': ({ body }: Call) => ({ ...row, ...(body as object), version: 4 }),
    'POST /api/live/watch': { version: 3 },
  });
  await draw(<ViewPage resource={sysFunction} id="1" />, { at: '/sys/function/view/1?edit=1' });
  return calls;
};
const shown = (): string => icon.element().closest('.ant-select')?.textContent ?? '';
const saved = (calls: Call[]): unknown => calls.find(({ path }) => path.endsWith('/save'))?.body;

test('the list shows each icon as in the menu, with its name', async () => {
  stubServer(
    stubList(sysFunction, rowsOf(sysFunction, { functionName: '用户', functionIcon: 'user' }, { functionName: '无', functionIcon: null })),
  );
  await draw(<ListPage resource={sysFunction} />, { at: '/sys/function/list' });
  const cell = page.getByRole('row', { name: '用户' }).getByRole('cell', { name: 'user' });
  await expect.element(cell).toBeVisible();
  expect(cell.element().querySelector('svg')).not.toBe(null);
});

test('an icon is chosen by its name', async () => {
  const calls = await edit('user');
  await icon.click();
  await userEvent.keyboard('rol');
  await expect.poll(offered).toEqual(['role']);
  await choose('role');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect.poll(() => saved(calls)).toEqual({ id: '1', version: 3, functionIcon: 'role' });
});

test('an icon that the menu does not know is kept until another is chosen', async () => {
  await edit('rocket');
  await expect.poll(shown).toContain('rocket');
  await icon.click();
  await expect.poll(() => offered()[0]).toBe('rocket');
});

test('an icon can be removed', async () => {
  const calls = await edit('user');
  await expect.poll(shown).toContain('user');
  await userEvent.hover(icon);
  const clear = icon.element().closest('.ant-select')?.querySelector<HTMLElement>('.ant-select-clear');
  await userEvent.click(clear ?? document.body);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect.poll(() => saved(calls)).toEqual({ id: '1', version: 3, functionIcon: null });
});
