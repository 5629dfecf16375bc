import type { DateField } from '@back-office/contract/resource/field.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawCell, drawFilter, drawInput } from '@back-office/app/testing/web/draw-field.tsx';

const day: DateField = { kind: 'date', label: '到岗日期' };

test('the input of a date accepts a typed date in the wire format', async () => {
  const { held } = await drawInput(day);
  await page.getByLabelText('到岗日期').fill('2026-03-04');
  await userEvent.keyboard('{Enter}');
  await expect.poll(held).toBe('2026-03-04');
});

test('the input of a date shows the stored date, and takes a date at once when it is clicked', async () => {
  const { held } = await drawInput(day, { row: { one: '2026-03-04' } });
  const input = page.getByLabelText('到岗日期');
  await expect.element(input).toHaveValue('2026-03-04');
  await input.click();
  await page.getByTitle('2026-03-20').click();
  await expect.poll(held).toBe('2026-03-20');
});

test.each(['2027/1/31', '2027.01.31', '20270131', '２０２７－０１－３１', '2027年1月31日', ' 2027-1-31 '])(
  'the input of a date reads %j once it is left',
  async (text) => {
    const { held } = await drawInput(day, { row: { one: '2026-03-04' } });
    const input = page.getByLabelText('到岗日期');
    await input.click();
    await userEvent.keyboard(`{Control>}a{/Control}${text}`);
    await userEvent.tab();
    await expect.poll(held).toBe('2027-01-31');
    await expect.element(input).toHaveValue('2027-01-31');
  },
);

test.each(['2027-02-29', '明天'])('the input of a date keeps %j, which is none, for validation to report', async (text) => {
  const { held, set } = await drawInput(day, { row: { one: '2026-03-04' } });
  const input = page.getByLabelText('到岗日期');
  await input.fill(text);
  await userEvent.tab();
  await expect.poll(held).toBe(text);
  await expect.element(input).toHaveValue(text);
  set({ one: '2026-03-05' });
  await expect.element(input).toHaveValue('2026-03-05');
});

test('the input of a date is null once its text is deleted', async () => {
  const { held } = await drawInput(day, { row: { one: '2026-03-04' } });
  const input = page.getByLabelText('到岗日期');
  await input.click();
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
  await userEvent.tab();
  await expect.poll(held).toBe(null);
  await expect.element(input).toHaveValue('');
});

test('the input of a date returns to the former date at Escape in its calendar', async () => {
  const { held } = await drawInput(day, { row: { one: '2026-03-04' } });
  const input = page.getByLabelText('到岗日期');
  await input.click();
  await userEvent.keyboard('{Backspace}5{Escape}');
  await expect.poll(held).toBe('2026-03-04');
  await expect.element(input).toHaveValue('2026-03-04');
});

test('the input of a date exposes its error to screen readers', async () => {
  await drawInput(day, { issue: '到岗日期不能为空' });
  await expect.element(page.getByLabelText('到岗日期')).toHaveAccessibleDescription('到岗日期不能为空');
});

test('the cell of a date shows no time', async () => {
  await drawCell(day, '2026-03-04');
  const cell = page.getByLabelText('cell');
  await expect.element(cell).toHaveTextContent('2026-03-04');
  await expect.element(cell).not.toHaveTextContent(':');
});

test('the filter of a date applies each bound, from and to, by itself', async () => {
  const { asked } = await drawFilter(day);
  await page.getByLabelText('到岗日期不早于').fill('2026-03-04');
  await userEvent.keyboard('{Enter}');
  await expect.poll(asked).toEqual([{ op: 'ge', value: '2026-03-04' }]);
  await page.getByLabelText('到岗日期不晚于').fill('2026-03-05');
  await userEvent.keyboard('{Enter}');
  await expect.poll(asked).toEqual([
    { op: 'ge', value: '2026-03-04' },
    { op: 'le', value: '2026-03-05' },
  ]);
});

test('the filter of a date reads other spellings, marks what is no date, and drops a bound that is emptied', async () => {
  const { asked } = await drawFilter(day);
  const from = page.getByLabelText('到岗日期不早于');
  await from.fill('2026/3/4');
  await userEvent.tab();
  await expect.poll(asked).toEqual([{ op: 'ge', value: '2026-03-04' }]);
  await from.fill('明天');
  await userEvent.tab();
  await expect.poll(asked).toEqual([]);
  await expect.element(from).toHaveValue('明天');
  await from.fill('2026-03-05');
  await userEvent.keyboard('{Enter}');
  await expect.poll(asked).toEqual([{ op: 'ge', value: '2026-03-05' }]);
  await from.clear();
  await userEvent.tab();
  await expect.poll(asked).toEqual([]);
});
