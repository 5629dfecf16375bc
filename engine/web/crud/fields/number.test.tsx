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

  test('sends a number with many digits as it was typed', async () => {
    const { asked } = await drawFilter({ ...sort, max: Number.MAX_SAFE_INTEGER });
    await page.getByLabelText('排序不小于').fill('90071992547409931');
    await expect.poll(asked).toEqual([{ op: 'ge', value: '90071992547409931' }]);
  });
});
