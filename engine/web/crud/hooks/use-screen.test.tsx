import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { useScreen } from './use-screen.ts';

const Id = () => <p>id: {useScreen().id}</p>;

test.each([
  ['/base/org/view/%', 'id: %'],
  ['/base/org/view/%E4%B8%80', 'id: 一'],
])('the address %s is of a record with an %s', async (at, text) => {
  await draw(<Id />, { at });
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});
