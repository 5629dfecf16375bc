import type { BooleanField } from '@back-office/contract/resource/field.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawCell, drawFilter, drawInput } from '@back-office/app/testing/web/draw-field.tsx';

const hidden: BooleanField = { kind: 'boolean', label: '是否隐藏', default: '否' };

test('a flag is a group of two choices that the arrow keys move between', async () => {
  const { held } = await drawInput(hidden, { row: { one: '否' } });
  await expect.element(page.getByRole('radiogroup', { name: '是否隐藏' })).toBeVisible();
  await expect.element(page.getByLabelText('否', { exact: true })).toBeChecked();
  await page.getByLabelText('否', { exact: true }).click();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(held).toBe('是');
  await expect.element(page.getByLabelText('是', { exact: true })).toBeChecked();
});

test('the cell of a flag shows it as a word', async () => {
  await drawCell(hidden, '否');
  await expect.element(page.getByLabelText('cell')).toHaveTextContent('否');
});

test('the filter of a flag asks for one of its two values, and for neither once it is cleared', async () => {
  const { asked } = await drawFilter(hidden);
  await page.getByRole('combobox', { name: '是否隐藏' }).click();
  await page.getByTitle('是', { exact: true }).click();
  await expect.poll(asked).toEqual([{ op: 'eq', value: '是' }]);
  await userEvent.hover(page.getByRole('combobox', { name: '是否隐藏' }));
  await page.getByRole('button', { name: '清除' }).click();
  await expect.poll(asked).toEqual([]);
});
