import type { NumberField } from '@back-office/contract/resource/field.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawCell, drawFilter, drawInput } from '@back-office/app/testing/web/draw-field.tsx';

const sort: NumberField = { kind: 'number', label: '排序', min: 0, max: 99 };

describe('the input of a number', () => {
  test('returns a number, and null once it is emptied', async () => {
    const { held } = await drawInput(sort);
    await page.getByLabelText('排序').fill('12');
    await expect.poll(held).toBe(12);
    await page.getByLabelText('排序').clear();
    await expect.poll(held).toBe(null);
  });

  test('keeps a number that is too large as it was typed, for validation to report', async () => {
    const { held } = await drawInput(sort);
    await page.getByLabelText('排序').fill('1000');
    await userEvent.tab();
    await expect.poll(held).toBe(1000);
    await expect.element(page.getByLabelText('排序')).toHaveValue('1000');
  });

  test.each([
    ['８', 8],
    ['－５', -5],
    ['+5', 5],
    ['1,234.50', 1234.5],
    [' 1 200 ', 1200],
    ['12。5', 12.5],
    ['1e3', 1000],
  ])('reads %j as %d', async (text, number) => {
    const { held } = await drawInput(sort);
    await page.getByLabelText('排序').fill(text);
    await userEvent.tab();
    await expect.poll(held).toBe(number);
    await expect.element(page.getByLabelText('排序')).toHaveValue(String(number));
  });

  test.each(['12万', '（100）', '5-3', '1,2', '0x10', '八', '1e400'])(
    'keeps %j, which is no number, for validation to report',
    async (text) => {
      const { held } = await drawInput(sort, { row: { one: 5 } });
      const input = page.getByLabelText('排序');
      await input.click();
      await userEvent.keyboard(`{Control>}a{/Control}${text}`);
      await expect.poll(held).toBe(text);
      await userEvent.tab();
      await expect.element(input).toHaveValue(text);
      expect(held()).toBe(text);
      await input.clear();
      await expect.poll(held).toBe(null);
    },
  );

  test('shows another value that is set from outside, in place of one that it could not read', async () => {
    const { set } = await drawInput(sort);
    await page.getByLabelText('排序').fill('12万');
    await userEvent.tab();
    set({ one: null });
    await expect.element(page.getByLabelText('排序')).toHaveValue('');
    set({ one: 7 });
    await expect.element(page.getByLabelText('排序')).toHaveValue('7');
  });

  test('steps up and down with the arrow keys', async () => {
    const { held } = await drawInput(sort, { row: { one: 5 } });
    await userEvent.click(page.getByLabelText('排序'));
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
    await expect.poll(held).toBe(6);
  });

  test('shows its unit, and exposes its error to screen readers', async () => {
    await drawInput({ ...sort, unit: 'ms' }, { issue: '排序不能大于99' });
    await expect.element(page.getByText('ms')).toBeVisible();
    await expect.element(page.getByLabelText('排序')).toHaveAccessibleDescription('排序不能大于99');
  });
});

describe('the cell of a number', () => {
  test.each([
    [{}, 12, '12'],
    [{ unit: 'ms' }, 12, '12 ms'],
    [{ decimals: 2 }, 1.5, '1.50'],
    [{ decimals: 2, unit: '元' }, 1_234_567.5, '1,234,567.50 元'],
    [{ unit: 'ms' }, 1234, '1,234 ms'],
    [{}, 1234, '1234'],
    [{}, 0, '0'],
  ])('with %j shows %d as %s', async (more, value, shown) => {
    await drawCell({ ...sort, ...more }, value);
    await expect.element(page.getByLabelText('cell')).toHaveTextContent(shown);
  });
});

describe('the filter of a number', () => {
  test('asks for a minimum, a maximum or both, and drops a bound that is emptied', async () => {
    const { asked } = await drawFilter(sort);
    await page.getByLabelText('排序不小于').fill('3');
    await expect.poll(asked).toEqual([{ op: 'ge', value: '3' }]);
    await page.getByLabelText('排序不大于').fill('9');
    await expect.poll(asked).toEqual([
      { op: 'ge', value: '3' },
      { op: 'le', value: '9' },
    ]);
    await page.getByLabelText('排序不小于').clear();
    await expect.poll(asked).toEqual([{ op: 'le', value: '9' }]);
  });

  test('asks for full-width digits as for others, and for nothing while there is no number', async () => {
    const { asked } = await drawFilter(sort);
    await page.getByLabelText('排序不小于').fill('１２');
    await expect.poll(asked).toEqual([{ op: 'ge', value: '12' }]);
    await page.getByLabelText('排序不小于').fill('12万');
    await expect.poll(asked).toEqual([]);
    await userEvent.tab();
    await expect.element(page.getByLabelText('排序不小于')).toHaveValue('12万');
    await expect.element(page.getByLabelText('排序不小于')).toHaveAttribute('aria-invalid', 'true');
  });

  test.each([
    ['.5', '0.5'],
    ['5.', '5'],
    ['1e3', '1000'],
  ])('asks for %s written out', async (typed, value) => {
    const { asked } = await drawFilter({ ...sort, decimals: 2 });
    await page.getByLabelText('排序不小于').fill(typed);
    await userEvent.tab();
    await expect.poll(asked).toEqual([{ op: 'ge', value }]);
  });

  test('sends a number with many digits as it was typed', async () => {
    const { asked } = await drawFilter({ ...sort, max: Number.MAX_SAFE_INTEGER });
    await page.getByLabelText('排序不小于').fill('90071992547409931');
    await expect.poll(asked).toEqual([{ op: 'ge', value: '90071992547409931' }]);
  });
});
