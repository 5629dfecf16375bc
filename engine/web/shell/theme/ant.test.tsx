import { Select } from 'antd';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';

test('the clear button of a select is visible when the Tab key reaches it, and gives the focus back to the select', async () => {
  await draw(
    <>
      <Select allowClear={{ label: '清除' }} defaultValue="通知" options={[{ value: '通知' }]} aria-label="类型" />
      <button type="button">别处</button>
    </>,
  );
  // An earlier test may have left the pointer where the select is, which shows its clear button too.
  await userEvent.hover(page.getByRole('button', { name: '别处' }));
  const opacityOf = (part: string): string | undefined => {
    const element = document.querySelector(`.ant-select-${part}`);
    return element === null ? undefined : getComputedStyle(element).opacity;
  };
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('combobox', { name: '类型' })).toHaveFocus();
  await expect.poll(() => opacityOf('clear')).toBe('0');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: '清除' })).toHaveFocus();
  await expect.poll(() => [opacityOf('clear'), opacityOf('suffix')]).toEqual(['1', '0']);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('combobox', { name: '类型' })).toHaveFocus();
  expect(opacityOf('clear')).toBe(undefined);
});
