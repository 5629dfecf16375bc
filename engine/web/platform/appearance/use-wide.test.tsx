import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useWide } from './use-wide.ts';

test('knows how wide the window is at the first render, and follows its changes', async () => {
  await page.viewport(700, 900);
  const drawn: string[] = [];
  function Probe() {
    drawn.push([useWide('sm'), useWide('md')].join());
    return null;
  }
  await render(<Probe />);
  await expect.poll(() => drawn).toEqual(['true,false']);
  await page.viewport(1000, 900);
  await expect.poll(() => drawn.at(-1)).toBe('true,true');
  await page.viewport(1440, 900);
});
