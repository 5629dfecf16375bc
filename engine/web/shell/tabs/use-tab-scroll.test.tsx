import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { useTabScroll } from './use-tab-scroll.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  scrollTo(0, 0);
  tabsStore.setScroll('/long', 0);
});

/** A page whose content loads later. */
function LongPage() {
  useTabScroll('/long');
  return <div style={{ height: 10 }}>内容</div>;
}

/** Reloads the page after it had been scrolled to 900; returns a function that sets its height. */
async function openAt900(): Promise<(height: number) => Promise<void>> {
  tabsStore.setScroll('/long', 900);
  const { container } = await render(<LongPage />);
  await expect.poll(() => container.firstElementChild).toBeInstanceOf(HTMLElement);
  return async (height) => {
    container.querySelector('div')?.style.setProperty('height', `${height}px`);
    await twoFrames();
  };
}

/** Resize observers are called in the frame of the change; scroll events come in the next one. */
const twoFrames = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  });

test('restores the scroll position of the page, even if its rows arrive late', async () => {
  const setHeight = await openAt900();
  vi.advanceTimersByTime(20_000);
  await setHeight(5000);
  expect(scrollY).toBe(900);
});

test('keeps the stored position while rows are still arriving', async () => {
  const setHeight = await openAt900();
  await setHeight(innerHeight + 400);
  // The current end of the page.
  scrollTo(0, 300);
  await twoFrames();
  expect(tabsStore.scrollOf('/long')).toBe(900);
  await setHeight(5000);
  expect(scrollY).toBe(900);
});

test('leaves the page where the person has scrolled meanwhile, and stores that position', async () => {
  const setHeight = await openAt900();
  await userEvent.keyboard('{End}');
  await setHeight(5000);
  expect(scrollY).toBe(0);
  scrollTo(0, 300);
  await twoFrames();
  expect(tabsStore.scrollOf('/long')).toBe(300);
});

test('gives up on a page that stays short', async () => {
  const setHeight = await openAt900();
  vi.advanceTimersByTime(31_000);
  await setHeight(5000);
  expect(scrollY).toBe(0);
});
