import { Button } from 'antd';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { StickyBar } from './sticky-bar.tsx';
import '../lists/list-table.css';

const bar = page.getByRole('toolbar', { name: '工具栏' });
const at = (): DOMRect => bar.element().getBoundingClientRect();

test.each([
  [14, false],
  [16, false],
  [17, true],
  [60, true],
  [900, true],
])('scrolled by %d pixels a toolbar is pinned: %s', async (top, pinned) => {
  let presses = 0;
  await draw(
    <>
      <StickyBar label="工具栏">
        <button type="button" onClick={() => (presses += 1)}>
          press
        </button>
      </StickyBar>
      <div style={{ height: 3000, position: 'relative', background: 'silver' }}>below</div>
    </>,
  );
  let step = 0;
  const isPinned = (): boolean => bar.element().className.includes('pinned');
  await expect
    .poll(() => {
      // Scrolls back and forth by a pixel: the bar starts listening a moment after it is rendered.
      step = 1 - step;
      scrollTo({ top: (pinned ? 0 : 900) + step, behavior: 'instant' });
      return isPinned();
    })
    .toBe(!pinned);
  scrollTo({ top, behavior: 'instant' });
  await expect.poll(isPinned).toBe(pinned);
  // Below the top bar and above the content, so that the pointer reaches it.
  expect(at().top).toBeGreaterThanOrEqual(90);
  expect(at().bottom).toBeLessThan(300);
  await page.getByRole('button', { name: 'press' }).click();
  expect(presses).toBe(1);
  scrollTo({ top: 0, behavior: 'instant' });
  await expect.poll(isPinned).toBe(false);
});

test('a toolbar is pinned by the last of several positions that the browser reports at once', async () => {
  const report = vi.fn<(entries: object[]) => void>();
  class Observer {
    observe = (): void => undefined;
    disconnect = (): void => undefined;
    constructor(watch: (entries: object[]) => void) {
      report.mockImplementation(watch);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  await draw(<StickyBar label="工具栏">press</StickyBar>);
  const [above, below] = [
    { isIntersecting: true, boundingClientRect: { top: 200 } },
    { isIntersecting: false, boundingClientRect: { top: 0 } },
  ];
  for (const [reports, pinned] of [
    [[above, below], true],
    [[below, above], false],
  ] as const) {
    report([...reports]);
    await expect.poll(() => bar.element().className.includes('pinned')).toBe(pinned);
  }
});

test('the toolbar of a list publishes its height only where it differs from the style sheet’s', async () => {
  const { container } = await draw(
    <div className="list-page">
      <StickyBar label="工具栏">
        <Button>press</Button>
      </StickyBar>
    </div>,
  );
  const said = (): string | undefined => container.querySelector<HTMLElement>('.list-page')?.style.getPropertyValue('--bar');
  // After the bar's own listener, which was registered earlier.
  await new Promise((heard) => {
    new ResizeObserver(heard).observe(bar.element());
  });
  expect(at().height).toBe(49);
  expect(said()).toBe('');
  const button = container.querySelector('button');
  button?.style.setProperty('height', '60px');
  await expect.poll(said).toBe('77px');
  button?.style.removeProperty('height');
  await expect.poll(said).toBe('49px');
});
