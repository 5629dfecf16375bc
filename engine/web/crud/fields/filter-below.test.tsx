import { drawFilter } from '@back-office/app/testing/web/draw-field.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { optionsOf } from '../../testing/sample.ts';
import { stubServer } from '../../testing/stub-server.ts';

test('a filter of a reference to a tree covers, if so chosen, what is below the record', async () => {
  stubServer({ 'GET /api/sys/district/select-options': optionsOf('北京市', '天津市') });
  const { asked } = await drawFilter({ kind: 'reference', label: '地区', to: 'sys/district' });
  const pick = async (name: string): Promise<void> => {
    await page.getByRole('combobox', { name: '地区' }).click();
    await page.getByText(name).last().click();
  };
  await page.getByRole('checkbox', { name: '含下级' }).click();
  await pick('北京市');
  await expect.poll(asked).toEqual([{ op: 'under', value: '1' }]);
  // The server would look for what is below both of two.
  await pick('天津市');
  await expect.poll(asked).toEqual([{ op: 'under', value: '2' }]);
  await page.getByRole('checkbox', { name: '含下级' }).click();
  await expect.poll(asked).toEqual([{ op: 'eq', value: '2' }]);
});

test('a filter of any other reference has no such choice', async () => {
  stubServer({ 'GET /api/sys/role/select-options': optionsOf('审计员') });
  await drawFilter({ kind: 'reference', label: '角色', to: 'sys/role' });
  await expect.element(page.getByRole('combobox', { name: '角色' })).toBeVisible();
  expect(page.getByRole('checkbox', { name: '含下级' }).elements()).toEqual([]);
});
