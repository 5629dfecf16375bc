import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ModuleConflict } from '../../platform/office/claims.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { RootErrorBoundary } from './root-error-boundary.tsx';

const drawBroken = (error: Error) => {
  // Silences React's report of a component that throws.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Shell = () => {
    throw error;
  };
  return draw(
    <RootErrorBoundary>
      <Shell />
    </RootErrorBoundary>,
  );
};

test('a shell that throws is replaced by an error page with a single way on', async () => {
  await drawBroken(new Error('no shell'));
  await expect.element(page.getByRole('heading')).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(1);
  await expect.element(page.getByText('no shell')).not.toBeInTheDocument();
});

test('a conflict between modules is shown with its own message', async () => {
  await drawBroken(new ModuleConflict('a of sys and b of acme both bring the page x: take it out of one of them'));
  await expect.element(page.getByText('a of sys and b of acme both bring the page x')).toBeVisible();
});
