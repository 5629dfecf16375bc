import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { useFocusHeading } from './use-focus-heading.ts';

/** A container with a button that opens the next page, and a page with a heading. */
function Shell({ place }: { place: string }) {
  const [active, setActive] = useState('/one');
  useFocusHeading(active);
  return (
    <>
      <div className={place}>
        <button type="button" onClick={() => setActive('/two')}>
          去用户
        </button>
      </div>
      <h1 tabIndex={-1}>{active === '/two' ? '用户' : '首页'}</h1>
    </>
  );
}

const focused = (): string | null | undefined => document.activeElement?.textContent;

test.each(['shell-side', 'top-menu'])('opening a page from the menu moves the focus to its heading: %s', async (place) => {
  await draw(<Shell place={place} />);
  await page.getByRole('button', { name: '去用户' }).click();
  await expect.poll(focused).toBe('用户');
});

test('the focus stays in the tab strip when a page is opened from there', async () => {
  await draw(<Shell place="tab-strip" />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'requestAnimationFrame', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await page.getByRole('button', { name: '去用户' }).click();
  await expect.element(page.getByRole('heading', { name: '用户' })).toBeVisible();
  expect(focused()).toBe('去用户');
  // Nor does it move later.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(focused()).toBe('去用户');
});

/** Like real pages: a menu address redirects to the page's own, and its heading is rendered a moment later. */
function LateShell() {
  const [active, setActive] = useState<string | undefined>('/one');
  const [shown, setShown] = useState('/one');
  useFocusHeading(active);
  const go = (): void => {
    setActive(undefined);
    setTimeout(() => setActive('/two'), 50);
    setTimeout(() => setShown('/two'), 200);
  };
  return (
    <>
      <div className="shell-side">
        <button type="button" onClick={go}>
          去用户
        </button>
      </div>
      <h1 tabIndex={-1} hidden={shown !== active}>
        {shown === '/two' ? '用户' : '首页'}
      </h1>
    </>
  );
}

test('the focus waits for a heading that is rendered later', async () => {
  await draw(<LateShell />);
  await page.getByRole('button', { name: '去用户' }).click();
  await expect.poll(focused).toBe('用户');
});
