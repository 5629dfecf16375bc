import type { Page } from '@playwright/test';

export interface Frames {
  /** The number of frames, and the shares, from 0 to 1, that came later than one frame at 60 per second, and than two. */
  count: number;
  late: number;
  veryLate: number;
  /** The mean CPU time of the page's main thread per frame, in milliseconds. */
  busy: number;
}

/** Scrolls the visible import grid down by this many rows in each frame, for this many frames, and measures them. */
export async function scrollFrames(page: Page, rowsPerFrame: number, frames: number): Promise<Frames> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const threadTime = async (): Promise<number> =>
    ((await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  const before = await threadTime();
  const times = await page.evaluate(scroll, { rowsPerFrame, frames });
  const busy = ((await threadTime()) - before) / times.length;
  await devtools.detach();
  // Allows a millisecond more than the frame for the clock.
  const share = (limit: number): number => times.filter((time) => time > limit + 1).length / times.length;
  return { count: times.length, late: share(1000 / 60), veryLate: share(2000 / 60), busy };
}

/** Runs in the page: the milliseconds from each frame to the next. */
function scroll({ rowsPerFrame, frames }: { rowsPerFrame: number; frames: number }): Promise<number[]> {
  const grid = document.querySelector('.import-grid');
  const height = document.querySelector('.import-body .import-row')?.getBoundingClientRect().height ?? 0;
  if (grid === null || height === 0) throw new Error('there is no grid');
  grid.scrollTop = 0;
  return new Promise((resolve) => {
    const times: number[] = [];
    let last: number | undefined;
    const step = (now: number): void => {
      if (last !== undefined) times.push(now - last);
      last = now;
      if (times.length === frames) return resolve(times);
      grid.scrollTop += rowsPerFrame * height;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
