import { drawInput } from '@back-office/app/testing/web/draw-field.tsx';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { optionsOf } from '../../testing/sample.ts';
import { stubServer } from '../../testing/stub-server.ts';

const more = page.getByText('还有更多，请继续输入');

const fields = [
  ['a list', { kind: 'reference', label: '角色', to: 'sys/role' }],
  ['a tree', { kind: 'reference', label: '角色', to: 'sys/district' }],
] as const;

test.each(fields)('a picker from %s with more matches than fit says at once that there are others', async (_of, field) => {
  const names = Array.from({ length: 50 }, (_each, at) => `审计员${at}`);
  stubServer({ [`GET /api/${field.to}/select-options`]: { ...optionsOf(...names), total: 60 } });
  await drawInput(field);
  await page.getByLabelText('角色').click();
  await userEvent.keyboard('s');
  await expect.element(page.getByText('审计员0', { exact: true }).last()).toBeVisible();
  await expect.element(more).toBeInViewport();
});

test.each(fields)('the matches of a picker from %s say if there are more, in a line that cannot be picked', async (_of, field) => {
  const answer = { ...optionsOf('审计员', '操作员'), total: 3 };
  stubServer({ [`GET /api/${field.to}/select-options`]: () => answer });
  const { held } = await drawInput(field);
  await page.getByLabelText('角色').click();
  await userEvent.keyboard('y');
  await expect.element(more).toBeVisible();
  await more.click({ force: true });
  expect(held()).toBe(undefined);
  answer.total = 2;
  await userEvent.keyboard('u');
  await expect.element(page.getByText('操作员')).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
});
