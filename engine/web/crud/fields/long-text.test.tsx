import type { LongTextField } from '@back-office/contract/resource/field.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawCell, drawInput } from '@back-office/app/testing/web/draw-field.tsx';

const remark: LongTextField = { kind: 'longText', label: '备注', max: 20 };

test('a long text keeps its lines: Enter adds a line instead of submitting the form', async () => {
  const { held } = await drawInput(remark);
  await userEvent.click(page.getByLabelText('备注'));
  await userEvent.keyboard('第一行{Enter}第二行');
  await expect.poll(held).toBe('第一行\n第二行');
});

test('a long text counts the typed characters against its maximum', async () => {
  await drawInput(remark);
  await page.getByLabelText('备注').fill('一二三');
  await expect.element(page.getByText('3 / 20')).toBeVisible();
  await page.getByLabelText('备注').fill('一'.repeat(21));
  await expect.element(page.getByText('21 / 20')).toBeVisible();
});

test('the character count has thousands separators', async () => {
  await drawInput({ ...remark, max: 5000 });
  await page.getByLabelText('备注').fill('一'.repeat(1234));
  await expect.element(page.getByText('1,234 / 5,000')).toBeVisible();
});

test('an emptied long text is null', async () => {
  const { held } = await drawInput(remark, { row: { one: '旧' } });
  await page.getByLabelText('备注').clear();
  await expect.poll(held).toBe(null);
});

test('the cell of a long text keeps its line breaks, a plain one is a single line', async () => {
  const tall = await drawCell(remark, '一\n二\n三');
  const cell = page.getByLabelText('cell');
  const high = cell.element().getBoundingClientRect().height;
  await tall.unmount();
  await drawCell(remark, '一\n二\n三', { plain: true });
  expect(high).toBeGreaterThan(cell.element().getBoundingClientRect().height * 2);
});
