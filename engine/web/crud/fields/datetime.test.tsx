import type { DatetimeField } from '@back-office/contract/resource/field.ts';
import dayjs from 'dayjs';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawCell, drawFilter, drawInput } from '@back-office/app/testing/web/draw-field.tsx';

const time: DatetimeField = { kind: 'datetime', label: '发布时间' };

describe('the input of a time', () => {
  test('accepts a typed time in the wire format', async () => {
    const { held } = await drawInput(time);
    const input = page.getByLabelText('发布时间');
    await input.fill('2026-03-04 05:06:07');
    await userEvent.keyboard('{Enter}');
    await expect.poll(held).toBe('2026-03-04 05:06:07');
  });

  test('shows a stored time, with its calendar in Chinese', async () => {
    await drawInput(time, { row: { one: '2026-03-04 05:06:07' } });
    const input = page.getByLabelText('发布时间');
    await expect.element(input).toHaveValue('2026-03-04 05:06:07');
    await input.click();
    await expect.element(page.getByRole('button', { name: '选择月份' })).toHaveTextContent('3月');
    await expect.element(page.getByText('此刻')).toBeVisible();
  });

  // This hour does not exist in the browser's time zone, where clocks went forward; the server may be in another zone.
  test('shows and accepts an hour that does not exist in the browser’s time zone', async () => {
    const { held } = await drawInput(time, { row: { one: '1986-05-04 02:30:00' } });
    const input = page.getByLabelText('发布时间');
    await expect.element(input).toHaveValue('1986-05-04 02:30:00');
    await input.fill('1986-05-04 02:45:00');
    await userEvent.keyboard('{Enter}');
    await expect.poll(held).toBe('1986-05-04 02:45:00');
  });

  test.each([
    ['2027/1/31 8:05', '2027-01-31 08:05:00'],
    ['２０２７．１．３１　８：０５', '2027-01-31 08:05:00'],
    ['20270131', '2027-01-31 00:00:00'],
  ])('reads %j once it is accepted by Enter', async (text, value) => {
    const { held } = await drawInput(time);
    await page.getByLabelText('发布时间').click();
    await userEvent.keyboard(`${text}{Enter}`);
    await expect.poll(held).toBe(value);
    await expect.element(page.getByLabelText('发布时间')).toHaveValue(value);
  });

  test('keeps the time of day when another day is clicked', async () => {
    const { held } = await drawInput(time, { row: { one: '2026-03-04 05:06:07' } });
    await page.getByLabelText('发布时间').click();
    await page.getByTitle('2026-03-20').click();
    await page.getByLabelText('发布时间').click();
    await userEvent.keyboard('{Enter}');
    await expect.poll(held).toBe('2026-03-20 05:06:07');
  });

  test('exposes its error to screen readers', async () => {
    await drawInput(time, { issue: '发布时间不能为空' });
    await expect.element(page.getByLabelText('发布时间')).toHaveAccessibleDescription('发布时间不能为空');
  });
});

test('the cell of a time shows the seconds', async () => {
  await drawCell(time, '2026-03-04 05:06:07');
  await expect.element(page.getByLabelText('cell')).toHaveTextContent('2026-03-04 05:06:07');
});

describe('the filter of a time', () => {
  test('applies each bound, from and to, by itself', async () => {
    const { asked } = await drawFilter(time);
    await page.getByLabelText('发布时间不早于').fill('2026-03-04 00:00:00');
    await userEvent.keyboard('{Enter}');
    await expect.poll(asked).toEqual([{ op: 'ge', value: '2026-03-04 00:00:00' }]);
    await page.getByLabelText('发布时间不晚于').fill('2026-03-05 23:59:59');
    await userEvent.keyboard('{Enter}');
    await expect.poll(asked).toEqual([
      { op: 'ge', value: '2026-03-04 00:00:00' },
      { op: 'le', value: '2026-03-05 23:59:59' },
    ]);
  });

  test.each([
    ['不早于', 'ge', '00:00:00'],
    ['不晚于', 'le', '23:59:59'],
  ])('includes the whole day when only a day is clicked: %s', async (words, op, clock) => {
    const { asked } = await drawFilter(time);
    await page.getByLabelText(`发布时间${words}`).click();
    await page.getByTitle(dayjs().format('YYYY-MM-15')).click();
    await page.getByLabelText(`发布时间${words}`).click();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => asked()[0]).toMatchObject({ op, value: expect.stringMatching(new RegExp(`-15 ${clock}$`)) });
  });

  test.each([
    ['不早于', '2026-03-04', '2026-03-04 00:00:00'],
    ['不晚于', '2026-03-04', '2026-03-04 23:59:59'],
    ['不晚于', '２０２６．３．４', '2026-03-04 23:59:59'],
    ['不晚于', '2026-03-04 00:00', '2026-03-04 00:00:00'],
    ['不晚于', '2026-03-04 ００：００', '2026-03-04 00:00:00'],
  ])('includes the whole day when only a day is typed: %s %s', async (words, text, value) => {
    const { asked } = await drawFilter(time);
    await page.getByLabelText(`发布时间${words}`).click();
    await userEvent.keyboard(`${text}{Enter}`);
    await expect.poll(() => asked()[0]).toMatchObject({ value });
    await expect.element(page.getByLabelText(`发布时间${words}`)).toHaveValue(value);
  });
});
