import { Button } from 'antd';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { prefer } from '../../testing/prefer.ts';
import { expectDrawnOnce, SlicedList } from '../../testing/sliced-list.tsx';

/** @see docs/postmortems/drawn-again-for-what-stands-beside.md */

const wantMotion = () => prefer({ 'prefers-reduced-motion': 'no-preference' });

/** Clicks the button and waits for two frames: antd starts a wave in the first. */
async function press(): Promise<void> {
  await page.getByRole('button', { name: '按' }).click();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** The number of waves shown. */
let waves: () => number;
beforeEach(() => {
  const animate = vi.spyOn(Element.prototype, 'animate');
  waves = () => animate.mock.calls.length;
});

test('a list rendered in time slices is rendered only once, even if the wave of a pressed button ends meanwhile', async () => {
  await wantMotion();
  await draw(
    <>
      <Button>按</Button>
      <SlicedList />
    </>,
  );
  await press();
  await expectDrawnOnce(() => {
    for (const animation of document.getAnimations()) animation.finish();
  }, press);
});

test('a pressed button shows a wave', async () => {
  await wantMotion();
  await draw(<Button>按</Button>);
  await press();
  expect(waves()).toBe(1);
});

test('no wave is shown to a person who prefers reduced motion', async () => {
  const { container } = await draw(<Button>按</Button>);
  await press();
  expect(waves()).toBe(0);
  expect(container.querySelectorAll('button > *')).toHaveLength(1);
});
