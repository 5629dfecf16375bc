import { draw } from '@back-office/app/testing/web/draw.tsx';
import { user } from '@back-office/sys/users/user.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { choose } from '../../testing/choose.ts';
import { FilterPanel, type HalfFilter } from './filter-panel.tsx';
import type { Term } from './list-state.ts';

/** The panel, and another way to filter by the account, such as the filters beside it or the tree. */
function Filters() {
  const [terms, setTerms] = useState<readonly Term[]>([]);
  const [half, setHalf] = useState<HalfFilter>([]);
  const other: Term = { op: 'like', field: 'userAccount', value: 'li' };
  return (
    <>
      <FilterPanel resource={user} terms={terms} onChange={setTerms} half={half} onHalf={setHalf} />
      <button type="button" onClick={() => setTerms(terms.length === 0 ? [other] : [])}>
        elsewhere
      </button>
    </>
  );
}

test('a filter of the chosen field that is added elsewhere leaves the choice of the field empty, until it is removed', async () => {
  await draw(<Filters />);
  const value = page.getByRole('textbox', { name: '账号' });
  await page.getByRole('combobox', { name: '筛选字段' }).click();
  await choose('账号');
  await value.fill('zhang');
  await page.getByRole('button', { name: 'elsewhere' }).click();
  await expect.element(page.getByText('选择字段')).toBeVisible();
  await expect.element(value).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '添加', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'elsewhere' }).click();
  await expect.element(value).toHaveValue('zhang');
});
