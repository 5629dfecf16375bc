import { openAcme } from '@back-office/web/testing/acme.ts';
import { draw } from '@back-office/web/testing/draw.tsx';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import type { PaletteEntry } from '@back-office/web/shell/routing/shell-feature.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CommandPalette } from './command-palette.tsx';

const closed = vi.fn();
const drawPalette = (...palette: PaletteEntry[]) =>
  draw(<CommandPalette routes={[]} typed="" onClose={closed} />, { modules: openAcme({ shell: { palette } }) });
const type = (text: string) => page.getByRole('combobox').fill(text);
const commands = () => page.getByRole('group', { name: '命令' });

beforeEach(() => {
  closed.mockReset();
  stubServer({ 'GET /api/sys/search': { groups: [] } });
});

test('our own commands are found by pinyin and lead to their pages', async () => {
  const { address } = await drawPalette();
  await type('dczx');
  await expect.element(commands()).toMatchTextContent('导出中心');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/exports');
});

test('without a text the palette lists places alone', async () => {
  await drawPalette();
  await expect.element(page.getByRole('combobox')).toBeVisible();
  await expect.element(commands()).not.toBeInTheDocument();
});

test('a command of a company is run by whoever has its right', async () => {
  signInAs({ account: 'somebody', grants: { 'sys/org': 'read' } });
  const run = vi.fn();
  await drawPalette(
    { name: 'box', title: '整理盒子', order: 5, right: { resource: 'sys/org', permission: 'read' }, run },
    { name: 'bag', title: '整理袋子', order: 6, right: { resource: 'sys/user', permission: 'read' }, run },
  );
  await type('zhengli');
  await expect.element(commands()).toMatchTextContent('整理盒子');
  expect(commands().getByRole('option').elements()).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  expect(run).toHaveBeenCalledOnce();
  expect(closed).toHaveBeenCalledOnce();
});

test('a command that fails says so, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce();
  await drawPalette({ name: 'box', title: '整理盒子', order: 5, run });
  await type('整理');
  await page.getByRole('option', { name: '整理盒子' }).click();
  const question = page.getByRole('dialog', { name: '“整理盒子”没有执行成功' });
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: '重试' }).click();
  await expect.poll(() => run.mock.calls.length).toBe(2);
});
