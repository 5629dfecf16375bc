import type { DictField } from '@back-office/contract/resource/field.ts';
import { createRef } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { drawCell, drawFilter, drawInput } from '@back-office/app/testing/web/draw-field.tsx';
import { FieldForm } from '../../testing/field-form.tsx';
import { dictionaries } from '../../testing/sample.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';

const status: DictField = { kind: 'dict', label: '状态', dict: 'user_status' };
let calls: Call[];

beforeEach(() => {
  calls = stubServer({
    'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常#52c41a', '停用#ff4d4f', '待审核'], gender: ['男', '女'] }),
  });
});

describe('the cell of a dictionary entry', () => {
  test('shows its label on a background of its colour, in readable text', async () => {
    await drawCell(status, '正常');
    const tag = page.getByText('正常');
    await expect.element(tag).toBeVisible();
    const { color, backgroundColor } = getComputedStyle(tag.element().closest('.ant-tag') ?? document.body);
    expect(color).toBe(getComputedStyle(document.body).color);
    expect(backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
  });

  test('shows a stored value without a dictionary entry as it is', async () => {
    await drawCell(status, '注销');
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('注销');
  });

  test('is plain text where the surroundings have their own colours', async () => {
    await drawCell(status, '停用', { plain: true });
    await expect.element(page.getByLabelText('cell')).toHaveTextContent('停用');
    expect(document.querySelector('.ant-tag')).toBe(null);
  });
});

describe('the input of a dictionary entry', () => {
  test('offers only the entries of its own dictionary, by keyboard too', async () => {
    const { held } = await drawInput(status);
    const input = page.getByLabelText('状态');
    await input.click();
    await expect
      .poll(() => [...document.querySelectorAll('.ant-select-item')].map(({ textContent }) => textContent))
      .toEqual(['正常', '停用', '待审核']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(held).toBe('停用');
  });

  test('finds an entry by its pinyin', async () => {
    const { held } = await drawInput(status);
    await page.getByLabelText('状态').fill('dsh');
    await expect.poll(() => [...document.querySelectorAll('.ant-select-item')].map(({ textContent }) => textContent)).toEqual(['待审核']);
    await userEvent.keyboard('{Enter}');
    await expect.poll(held).toBe('待审核');
  });

  test('can be cleared unless the field is required', async () => {
    const optional = await drawInput(status, { row: { one: '正常' } });
    await userEvent.hover(page.getByLabelText('状态'));
    await page.getByRole('button', { name: '清除' }).click();
    await expect.poll(optional.held).toBe(null);
    await optional.unmount();
    await drawInput({ ...status, required: true }, { row: { one: '正常' } });
    await userEvent.hover(page.getByLabelText('状态'));
    await expect.element(page.getByRole('button', { name: '清除' })).not.toBeInTheDocument();
  });

  test('loads all dictionaries once, however many fields use them', async () => {
    await draw([
      <FieldForm key="1" one={status} row={{}} form={createRef()} name="one" />,
      <FieldForm key="2" one={{ kind: 'dict', label: '性别', dict: 'gender' }} row={{}} form={createRef()} name="two" />,
    ]);
    await page.getByLabelText('状态').click();
    await page.getByTitle('正常').click();
    await page.getByLabelText('性别').click();
    await expect.element(page.getByTitle('女')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/sys/dict/select-tree')).toHaveLength(1);
  });
});

test('the filter of a dictionary entry asks for any of several', async () => {
  const { asked } = await drawFilter(status);
  await page.getByRole('combobox', { name: '状态' }).click();
  await page.getByTitle('正常').click();
  await page.getByTitle('停用').click();
  await expect.poll(asked).toEqual([
    { op: 'eq', value: '正常' },
    { op: 'eq', value: '停用' },
  ]);
});
