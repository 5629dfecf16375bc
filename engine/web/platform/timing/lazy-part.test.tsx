import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { lazyPart } from './lazy-part.ts';

test('a prefetched part is shown at once, and is fetched only once', async () => {
  const load = vi.fn(() => Promise.resolve(() => <p>内容</p>));
  const Part = lazyPart(load);
  await Part.fetch();
  const waited = vi.fn(() => null);
  const Waits = waited;
  await draw(
    <Suspense fallback={<Waits />}>
      <Part />
    </Suspense>,
  );
  await expect.element(page.getByText('内容')).toBeVisible();
  expect(waited).not.toHaveBeenCalled();
  await Part.fetch();
  expect(load).toHaveBeenCalledOnce();
});

test('a part whose prefetch failed is fetched when it is shown', async () => {
  const load = vi.fn(() => Promise.resolve(() => <p>内容</p>)).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Part = lazyPart(load);
  await Part.fetch().catch(() => undefined);
  await draw(
    <Suspense>
      <Part />
    </Suspense>,
  );
  await expect.element(page.getByText('内容')).toBeVisible();
});
