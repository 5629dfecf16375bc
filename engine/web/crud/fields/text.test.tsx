import type { TextField } from '@back-office/contract/resource/field.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawCell, drawFilter, drawInput } from '@back-office/app/testing/web/draw-field.tsx';

const phone: TextField = { kind: 'text', label: '手机号', max: 5 };

describe('the input of a text', () => {
  test('returns what was typed, and null once it is emptied', async () => {
    const { held } = await drawInput(phone);
    const input = page.getByLabelText('手机号');
    await input.fill('13800');
    await expect.poll(held).toBe('13800');
    await input.clear();
    await expect.poll(held).toBe(null);
  });

  test('accepts a paste that is too long as a whole, for validation to report', async () => {
    const { held } = await drawInput(phone);
    await page.getByLabelText('手机号').fill('1380013800013800');
    await expect.poll(held).toBe('1380013800013800');
  });

  test('is a single Tab stop, without a clear button', async () => {
    await drawInput(phone, { row: { one: '138' } });
    await userEvent.click(page.getByLabelText('手机号'));
    await userEvent.tab();
    expect(document.activeElement).not.toBe(page.getByLabelText('手机号').element());
    expect(document.activeElement?.closest('.ant-form-item')).toBe(null);
  });

  test('exposes its error, and that it is required, to screen readers', async () => {
    await drawInput(phone, { issue: '手机号格式不正确' });
    const input = page.getByLabelText('手机号');
    await expect.element(input).toHaveAccessibleDescription('手机号格式不正确');
    await expect.element(input).toHaveAttribute('aria-invalid', 'true');
    await expect.element(input).toHaveAttribute('aria-required', 'true');
  });

  test('offers no browser autocomplete with values of other records', async () => {
    await drawInput(phone);
    await expect.element(page.getByLabelText('手机号')).toHaveAttribute('autocomplete', 'off');
  });
});

describe('the cell of a text', () => {
  test('shows it literally, markup included', async () => {
    await drawCell(phone, '<b>138</b>');
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('<b>138</b>');
  });

  test.each([null, undefined, ''])('shows a dash for %j', async (value) => {
    await drawCell(phone, value);
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('—');
  });
});

describe('the filter of a text', () => {
  test('asks for a part of the text, and for nothing when it is blank or cleared', async () => {
    const { asked } = await drawFilter(phone);
    const input = page.getByLabelText('手机号');
    await input.fill('138');
    await expect.poll(asked).toEqual([{ op: 'like', value: '138' }]);
    await input.fill('   ');
    await expect.poll(asked).toEqual([]);
    await input.fill('138');
    await expect.poll(asked).toHaveLength(1);
    await page.getByRole('button', { name: 'close-circle' }).click();
    await expect.poll(asked).toEqual([]);
    await expect.element(input).toHaveValue('');
  });
});
