import { Suspense } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { ModuleConflict } from '../office/claims.ts';
import { lazyPart } from '../timing/lazy-part.ts';
import { PartBoundary } from './part-boundary.tsx';

let broken: Error | undefined;
const Part = () => {
  if (broken !== undefined) throw broken;
  return <p>内容在这里</p>;
};

beforeEach(() => {
  broken = new Error('broken on purpose');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a part that throws shows an error with its name, all around it keeps working, and 重试 renders it again', async () => {
  await draw(
    <>
      <PartBoundary what="卡片" name="近期合同">
        <Part />
      </PartBoundary>
      <p>旁边的内容</p>
    </>,
  );
  await expect.element(page.getByRole('heading', { name: '“近期合同”出错了' })).toBeVisible();
  await expect.element(page.getByText('这个卡片显示失败，其他卡片不受影响。')).toBeVisible();
  await expect.element(page.getByText('旁边的内容')).toBeVisible();
  // The error itself is not shown: it means nothing to users.
  await expect.element(page.getByText('broken on purpose')).not.toBeInTheDocument();
  broken = undefined;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('内容在这里')).toBeVisible();
});

describe('a part that cannot be loaded', () => {
  const drawFailing = (error: Error) => {
    const Lazy = lazyPart(() => Promise.reject(error));
    return draw(
      <PartBoundary what="页面">
        <Suspense>
          <Lazy />
        </Suspense>
      </PartBoundary>,
    );
  };

  test('because its code cannot be fetched says so', async () => {
    await drawFailing(new TypeError('Failed to fetch dynamically imported module'));
    await expect.element(page.getByRole('heading', { name: '页面加载失败' })).toBeVisible();
    await expect.element(page.getByText('可能是网络中断，或者系统刚刚更新。')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '重试' })).toBeVisible();
  });

  test('because of conflicting modules says so, and does not blame the network', async () => {
    await drawFailing(new ModuleConflict('a of sys and b of acme both bring the page x'));
    await expect.element(page.getByRole('heading', { name: '页面出错了' })).toBeVisible();
    await expect.element(page.getByText('a of sys and b of acme both bring the page x')).toBeVisible();
  });
});
