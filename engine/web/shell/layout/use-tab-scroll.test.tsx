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

/** A page whose rows come when they come. */
function LongPage() {
  useTabScroll('/long');
  return <div style={{ height: 10 }}>内容</div>;
}

/** The page as it is loaded again by somebody who was at 900 of it; gives how its height is set. */
async function openAt900(): Promise<(height: number) => Promise<void>> {
  tabsStore.setScroll('/long', 900);
  const { container } = await render(<LongPage />);
  await expect.poll(() => container.firstElementChild).toBeInstanceOf(HTMLElement);
  return async (height) => {
    container.querySelector('div')?.style.setProperty('height', `${height}px`);
    await twoFrames();
  };
}

/** Who watches a size is told of it in the frame that draws it; that the page has been scrolled is told in the next. */
const twoFrames = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  });

test('leads back to where the page was, however late its rows come', async () => {
  const setHeight = await openAt900();
  vi.advanceTimersByTime(20_000);
  await setHeight(5000);
  expect(scrollY).toBe(900);
});

test('keeps where the page was while its rows are still coming', async () => {
  const setHeight = await openAt900();
  await setHeight(innerHeight + 400);
  // As far as the page goes by now.
  scrollTo(0, 300);
  await twoFrames();
  expect(tabsStore.scrollOf('/long')).toBe(900);
  await setHeight(5000);
  expect(scrollY).toBe(900);
});

test('leaves the page where the person has gone meanwhile, and keeps that', async () => {
  const setHeight = await openAt900();
  await userEvent.keyboard('{End}');
  await setHeight(5000);
  expect(scrollY).toBe(0);
  scrollTo(0, 300);
  await twoFrames();
  expect(tabsStore.scrollOf('/long')).toBe(300);
});

test('leaves a page that stays short', async () => {
  const setHeight = await openAt900();
  vi.advanceTimersByTime(31_000);
  await setHeight(5000);
  expect(scrollY).toBe(0);
});
