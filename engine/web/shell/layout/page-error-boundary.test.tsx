import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PageLoadError } from '../routing/lazy-page.ts';
import { draw } from '../../testing/draw.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { RootErrorBoundary } from './root-error-boundary.tsx';

let broken: Error | undefined;
const Page = () => {
  if (broken !== undefined) throw broken;
  return <p>what the page shows</p>;
};

beforeEach(() => {
  // What React says of a component that throws.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a page that breaks says so, the rest goes on, and 重试 draws it again', async () => {
  broken = new Error('x is not a function');
  await draw(
    <>
      <p>the rest</p>
      <PageErrorBoundary>
        <Page />
      </PageErrorBoundary>
    </>,
  );
  await expect.element(page.getByRole('heading', { name: '页面出错了' })).toBeVisible();
  await expect.element(page.getByText('the rest')).toBeVisible();
  // Nothing of the fault itself: it says nothing to who reads it.
  await expect.element(page.getByText('x is not a function')).not.toBeInTheDocument();
  broken = undefined;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('what the page shows')).toBeVisible();
});

test('a page that could not be fetched says what may be the matter', async () => {
  broken = new PageLoadError('failed');
  await draw(
    <PageErrorBoundary>
      <Page />
    </PageErrorBoundary>,
  );
  await expect.element(page.getByRole('heading', { name: '页面加载失败' })).toBeVisible();
  await expect.element(page.getByText('可能是网络中断，或者系统刚刚更新。')).toBeVisible();
});

test('a shell that breaks has a page of its own, with one way on', async () => {
  broken = new Error('no shell');
  await draw(
    <RootErrorBoundary>
      <Page />
    </RootErrorBoundary>,
  );
  await expect.element(page.getByRole('heading')).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(1);
});
