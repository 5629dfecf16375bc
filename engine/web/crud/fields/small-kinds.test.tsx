import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawCell, drawFilter, drawInput } from '@back-office/app/testing/web/draw-field.tsx';

describe('a colour', () => {
  const colour = { kind: 'colour', label: '颜色' } as const;

  test('is shown as a swatch next to its code', async () => {
    await drawCell(colour, '#52c41a');
    const cell = page.getByLabelText('cell');
    await expect.element(cell).toHaveTextContent('#52c41a');
    const square = cell.element().querySelector('span');
    expect(getComputedStyle(square ?? document.body).backgroundColor).toBe('rgb(82, 196, 26)');
    expect(square?.getBoundingClientRect().width).toBe(14);
  });

  test('is its code alone where colours would interfere', async () => {
    await drawCell(colour, '#52c41a', { plain: true });
    expect(page.getByLabelText('cell').element().querySelector('span')).toBe(null);
  });

  test('says that none is chosen, or which one is', async () => {
    const { set } = await drawInput(colour);
    await expect.element(page.getByText('未选择')).toBeVisible();
    set({ one: '#1890ff' });
    await expect.element(page.getByText('#1890ff')).toBeVisible();
  });

  test('can be typed as six digits', async () => {
    const { held } = await drawInput(colour, { row: { one: '#1890ff' } });
    await page.getByText('#1890ff').click();
    const digits = page.getByRole('textbox');
    await digits.fill('ff0000');
    await userEvent.keyboard('{Enter}');
    await expect.poll(held).toBe('#ff0000');
  });

  test('is filtered by a part of its digits', async () => {
    const { asked } = await drawFilter(colour);
    await page.getByLabelText('颜色').fill('#52');
    await expect.poll(asked).toEqual([{ op: 'like', value: '#52' }]);
  });
});

describe('a secret', () => {
  const secret = { kind: 'secret', label: '密码', min: 8, max: 64 } as const;

  test('is masked while it is typed, until the person asks to see it', async () => {
    const { held } = await drawInput(secret);
    const input = page.getByLabelText('密码', { exact: true });
    await input.fill('Abcdef12');
    await expect.poll(held).toBe('Abcdef12');
    await expect.element(input).toHaveAttribute('type', 'password');
    await userEvent.click(document.querySelector('.ant-input-suffix [role="button"], .ant-input-password-icon') ?? document.body);
    await expect.element(input).toHaveAttribute('type', 'text');
  });

  test('is not filled in by the browser with the password of the signed-in person', async () => {
    await drawInput(secret);
    await expect.element(page.getByLabelText('密码', { exact: true })).toHaveAttribute('autocomplete', 'new-password');
  });

  test('is not revealed by its cell', async () => {
    await drawCell(secret, 'Abcdef12');
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('******');
  });
});

describe('kinds without an input of their own', () => {
  test('ids are shown as a count', async () => {
    await drawCell({ kind: 'ids', label: '收件人', to: ['sys/user'] }, ['1', '2', '3']);
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('3 项');
  });

  test('an empty list of ids is shown as a dash', async () => {
    await drawCell({ kind: 'ids', label: '收件人', to: ['sys/user'] }, []);
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('—');
  });

  test('JSON is shown over several lines, and on one line in a list', async () => {
    const field = { kind: 'json', label: '参数' } as const;
    const details = await drawCell(field, { a: 1, b: [2] });
    const lines = page.getByLabelText('cell').element().textContent ?? '';
    expect(JSON.parse(lines)).toEqual({ a: 1, b: [2] });
    expect(lines.split('\n').length).toBeGreaterThan(3);
    await details.unmount();
    await drawCell(field, '{"a":1}', { plain: true });
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('{"a":1}');
    expect(document.querySelector('pre')).toBe(null);
  });

  test('long JSON wraps instead of widening the page', async () => {
    await drawCell({ kind: 'json', label: '参数' }, { a: 'x'.repeat(2000) });
    await expect.element(page.getByLabelText('cell')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  });
});

describe('a list of texts', () => {
  const texts = { kind: 'texts', label: '地址', max: 50, most: 10 } as const;

  test('is shown text by text', async () => {
    await drawCell(texts, ['10.0.0.1', '10.0.0.2']);
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('10.0.0.110.0.0.2');
  });

  test('takes a text on Enter, and splits what is pasted', async () => {
    const { held } = await drawInput(texts);
    await page.getByRole('combobox').click();
    await userEvent.keyboard('10.0.0.1{Enter}');
    await expect.poll(held).toEqual(['10.0.0.1']);
    await page.getByRole('combobox').fill('10.0.0.2，10.0.0.3 ');
    await expect.poll(held).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
  });

  test('takes one text after the other, and empties its input at each', async () => {
    const { held } = await drawInput(texts);
    const input = page.getByRole('combobox');
    await input.click();
    await userEvent.keyboard('a{Enter}b{Enter}');
    await expect.poll(held).toEqual(['a', 'b']);
    await expect.element(input).toHaveValue('');
    await userEvent.keyboard('a{Enter}');
    await expect.element(input).toHaveValue('');
    await userEvent.keyboard('c{Tab}');
    await expect.element(input).toHaveValue('');
  });

  test('does not take a text again that was removed', async () => {
    const { held } = await drawInput(texts);
    await page.getByRole('combobox').click();
    await userEvent.keyboard('a{Enter}');
    await expect.poll(held).toEqual(['a']);
    await userEvent.click(document.querySelector('.ant-select-selection-item-remove') ?? document.body);
    await expect.poll(held).toEqual([]);
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('combobox')).not.toHaveFocus();
    expect(held()).toEqual([]);
  });
});
