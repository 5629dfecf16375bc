import { appearance } from '@back-office/web/platform/appearance/appearance.ts';
import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { Preferences } from './preferences.tsx';

const restore = page.getByRole('button', { name: '恢复默认' });
const { dataset } = document.documentElement;

test('choosing a colour scheme applies it at once and saves it to the account', async () => {
  const before = appearance.get();
  onTestFinished(() => appearance.change(before));
  const calls = stubServer({ 'PUT /api/sys/user/preference/appearance': null });
  await draw(<Preferences />);
  await page.getByRole('radiogroup', { name: '明暗主题' }).getByText('深色').click();
  await expect.poll(() => dataset['scheme']).toBe('dark');
  await page.getByRole('radiogroup', { name: '明暗主题' }).getByText('浅色').click();
  await expect.poll(() => dataset['scheme']).toBe('light');
  expect(calls.filter(({ method }) => method === 'PUT').length).toBeGreaterThan(0);
});

test('list columns are reset to their defaults after a confirmation', async () => {
  stubServer({ 'PUT /api/sys/user/preference/columns.sys.user': null });
  preferenceStore.set('columns.sys.user', [{ name: 'userName' }]);
  await draw(<Preferences />);
  await expect.element(page.getByText('调整过 1 个列表的列')).toBeVisible();
  await restore.click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click();
  await expect.element(page.getByText('已恢复默认')).toBeVisible();
  await expect.element(page.getByText('所有列表都是默认的列')).toBeVisible();
  await expect.element(restore).toBeDisabled();
});
