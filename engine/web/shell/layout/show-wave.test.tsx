import { Button } from 'antd';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { sendToChromium } from '../../testing/send-to-chromium.ts';
import { expectDrawnOnce, SlicedList } from '../../testing/sliced-list.tsx';

/** @see docs/postmortems/drawn-again-for-what-stands-beside.md */

const wantMotion = (value: string) =>
  sendToChromium('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

beforeEach(() => wantMotion('no-preference'));
afterEach(() => wantMotion('reduce'));

const button = () => page.getByRole('button', { name: '按' });
const waves = (): string[] =>
  button()
    .element()
    .getAnimations()
    .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
    .map(({ boxShadow }) => String(boxShadow));

test('a list that is drawn in slices is drawn once, though the wave of a press ends meanwhile', async () => {
  await draw(
    <>
      <Button>按</Button>
      <SlicedList />
    </>,
  );
  const press = async (): Promise<void> => {
    await button().click();
    await expect.poll(() => document.getAnimations()).not.toEqual([]);
  };
  await press();
  await expectDrawnOnce(() => {
    for (const animation of document.getAnimations()) animation.finish();
  }, press);
});

test('a wave goes out from a button that was pressed', async () => {
  await draw(<Button>按</Button>);
  await button().click();
  await expect.poll(waves).toContainEqual(expect.stringContaining('6px'));
});

test('no wave goes out for whoever wants nothing to move', async () => {
  await wantMotion('reduce');
  await draw(<Button>按</Button>);
  await button().click();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  expect(waves()).toEqual([]);
  expect(button().element().children).toHaveLength(1);
});
