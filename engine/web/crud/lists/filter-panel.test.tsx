import type { Resource } from '@back-office/contract/resource/resource.ts';
import { user } from '@back-office/sys/users/user.ts';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { choose, offered } from '../../testing/choose.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { optionsOf, sampleOf } from '../../testing/sample.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { FilterPanel, type HalfFilter } from './filter-panel.tsx';
import { FilterTags } from './filter-tags.tsx';
import type { Term } from './list-state.ts';

let terms: readonly Term[];

function Filters({ resource = user }: { resource?: Resource }) {
  const [now, setNow] = useState<readonly Term[]>([]);
  const [half, setHalf] = useState<HalfFilter>([]);
  const change = (next: Term[]): void => {
    terms = next;
    setNow(next);
  };
  return (
    <>
      <FilterPanel resource={resource} terms={now} onChange={change} half={half} onHalf={setHalf} />
      <FilterTags resource={resource} terms={now} onChange={change} />
    </>
  );
}

beforeEach(() => {
  terms = [];
});

const field = page.getByRole('combobox', { name: '筛选字段' });
const [from, to] = [page.getByLabelText('创建时间不早于'), page.getByLabelText('创建时间不晚于')];
const pick = async (name: string): Promise<void> => {
  await field.click();
  await choose(name);
};

test('Enter in one of two bounds moves to the other, and adds the filter only from there', async () => {
  await draw(<Filters />);
  await pick('创建时间');
  await from.fill('2026-01-01 00:00:00');
  await userEvent.keyboard('{Enter}');
  await expect.element(to).toHaveFocus();
  expect(terms).toEqual([]);
  await userEvent.keyboard('2099-12-31 23:59:59{Enter}');
  await expect
    .poll(() => terms)
    .toEqual([
      { op: 'ge', field: 'createTime', value: '2026-01-01 00:00:00' },
      { op: 'le', field: 'createTime', value: '2099-12-31 23:59:59' },
    ]);
  await expect
    .element(page.getByRole('group', { name: '当前筛选' }))
    .toMatchTextContent(/不小于 2026-01-01 00:00:00、不大于 2099-12-31 23:59:59/);
  // The focus is where the next filter is begun, not lost with the removed field.
  await expect.element(field).toHaveFocus();
});

test('a bound that cannot be read keeps the filter from being added, gets the focus, and says what it should be', async () => {
  await draw(<Filters />);
  await pick('创建时间');
  await from.fill('2026年');
  await to.fill('2099-12-31 23:59:59');
  await userEvent.keyboard('{Enter}');
  await expect.element(from).toHaveFocus();
  await expect.element(from).toHaveValue('2026年');
  await expect.element(from).toHaveAccessibleDescription('创建时间应为有效的时间，例如 2026-01-31 08:00:00');
  await expect.element(page.getByRole('alert')).toMatchTextContent('创建时间应为有效的时间');
  await expect.element(to).not.toHaveAccessibleDescription();
  expect(terms).toEqual([]);
  // Gone at the first key: between the two halves of a click it would move the button away.
  await userEvent.keyboard('3');
  await expect.element(page.getByRole('alert')).toHaveTextContent('');
});

test('a bound that cannot be read is spoken of although the other is empty', async () => {
  await draw(<Filters />);
  await pick('创建时间');
  const add = page.getByRole('button', { name: '添加', exact: true });
  await expect.element(add).toBeDisabled();
  await from.fill('2026年');
  await add.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('创建时间应为有效的时间');
  await expect.element(from).toHaveFocus();
  // By the keyboard: Enter moves to the other bound, and from there adds.
  await from.fill('2026年1');
  await expect.element(page.getByRole('alert')).toHaveTextContent('');
  await userEvent.keyboard('{Enter}');
  await expect.element(to).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(from).toHaveFocus();
  await expect.element(page.getByRole('alert')).toMatchTextContent('创建时间应为有效的时间');
  expect(terms).toEqual([]);
  await from.fill('');
  await expect.element(add).toBeDisabled();
  // A click closes the picker only some frames later.
  await to.fill('2099-12-31 23:59:59');
  await from.fill('2026年');
  await add.click();
  await expect.element(from).toHaveFocus();
  expect(terms).toEqual([]);
  // And with the field it is forgotten.
  await from.fill('2026年');
  await expect.element(add).toBeEnabled();
  await pick('账号');
  await expect.element(add).toBeDisabled();
});

test('what is wrong with a bound is no longer said once a day is chosen', async () => {
  await draw(<Filters resource={{ ...sampleOf({ kind: 'date', label: '日期' }), search: ['one'] }} />);
  await pick('日期');
  const day = page.getByLabelText('日期不早于');
  await page.getByLabelText('日期不晚于').fill('2099-12-31');
  await day.fill('2026年');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('日期应为有效的日期，例如 2026-01-31');
  await day.click();
  await page.getByRole('table').getByText('15', { exact: true }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('');
  await expect.element(day).not.toHaveAttribute('aria-invalid', 'true');
});

test('what is wrong with a bound is said of numbers too, and not of the field that is chosen next', async () => {
  const sample = sampleOf({ kind: 'number', label: '人数', min: 0, max: 9 });
  await draw(<Filters resource={{ ...sample, search: ['one', 'createTime'] }} />);
  await pick('人数');
  const [least, most] = [page.getByLabelText('人数不小于'), page.getByLabelText('人数不大于')];
  await least.fill('1');
  await most.fill('12万');
  await page.getByRole('button', { name: '添加', exact: true }).click();
  await expect.element(most).toHaveFocus();
  await expect.element(most).toHaveAccessibleDescription('人数应为数字');
  expect(terms).toEqual([]);
  await pick('创建时间');
  await expect.element(from).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent('');
});

test('bounds that are typed in other spellings are added as they are read', async () => {
  await draw(<Filters />);
  await pick('创建时间');
  await from.fill('2026/3/4');
  await userEvent.tab();
  await to.fill('2026年3月5日 8:00');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => terms)
    .toEqual([
      { op: 'ge', field: 'createTime', value: '2026-03-04 00:00:00' },
      { op: 'le', field: 'createTime', value: '2026-03-05 08:00:00' },
    ]);
});

test('the upper bound alone is a filter too', async () => {
  await draw(<Filters />);
  await pick('创建时间');
  await to.fill('2099-12-31 23:59:59');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => terms).toEqual([{ op: 'le', field: 'createTime', value: '2099-12-31 23:59:59' }]);
});

test('a field in use is no longer offered, until its tag is removed', async () => {
  await draw(<Filters />);
  await pick('账号');
  await page.getByRole('textbox', { name: '账号' }).fill('zhang');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => terms).toEqual([{ op: 'like', field: 'userAccount', value: 'zhang' }]);
  await field.click();
  await expect.poll(offered).toContain('邮箱');
  expect(offered()).not.toContain('账号');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: '移除筛选账号' }).click();
  await field.click();
  await expect.poll(offered).toContain('账号');
});

test('a field is found by its pinyin', async () => {
  await draw(<Filters />);
  await field.fill('yx');
  await expect.poll(offered).toEqual(['邮箱']);
});

test('no filter can be added without a value', async () => {
  await draw(<Filters />);
  const add = page.getByRole('button', { name: '添加', exact: true });
  await expect.element(add).toBeDisabled();
  await pick('账号');
  await expect.element(add).toBeDisabled();
  await page.getByRole('textbox', { name: '账号' }).fill('   ');
  await expect.element(add).toBeDisabled();
});

test('choosing another field drops the value of the previous one', async () => {
  await draw(<Filters />);
  await pick('账号');
  await page.getByRole('textbox', { name: '账号' }).fill('zhang');
  await pick('邮箱');
  await expect.element(page.getByRole('textbox', { name: '邮箱' })).toHaveValue('');
  await expect.element(page.getByRole('button', { name: '添加', exact: true })).toBeDisabled();
});

test('the choice of the field is no taller than any other for a condition of two lines', async () => {
  stubServer({ 'GET /api/sys/org/select-options': optionsOf('总部') });
  await draw(<Filters />);
  await pick('机构');
  await expect.element(page.getByRole('checkbox', { name: '含下级' })).toBeVisible();
  const [chosen, value] = [...document.querySelectorAll('.crud-panel .ant-select')].map((each) => each.getBoundingClientRect());
  expect(chosen?.height).toBe(value?.height);
});

test('the choice of the field is as wide as its condition on a phone', async () => {
  await onPhone();
  stubServer({ 'GET /api/sys/org/select-options': optionsOf('总部') });
  await draw(<Filters />);
  await pick('机构');
  await expect.element(page.getByRole('checkbox', { name: '含下级' })).toBeVisible();
  const [chosen, value] = [...document.querySelectorAll('.crud-panel .ant-select')].map((each) => each.getBoundingClientRect());
  expect(chosen?.width).toBe(value?.width);
});

test('含下级 of one field is not that of the field chosen next', async () => {
  stubServer({ 'GET /api/sys/district/select-options': optionsOf('北京市') });
  const district = { kind: 'reference', to: 'sys/district' } as const;
  const one = { ...district, label: '地区' };
  const sample = sampleOf(one);
  const resource = { ...sample, fields: { ...sample.fields, two: { ...district, label: '籍贯' } }, search: ['one', 'two'] };
  await draw(<Filters resource={resource} />);
  const below = page.getByRole('checkbox', { name: '含下级' });
  await pick('地区');
  await below.click();
  await expect.element(below).toBeChecked();
  await pick('籍贯');
  await expect.element(page.getByRole('combobox', { name: '籍贯' })).toBeVisible();
  await expect.element(below).not.toBeChecked();
});
