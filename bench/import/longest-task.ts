import type { Page } from '@playwright/test';

/** The longest task of a page's main thread, in milliseconds: wall-clock time, and CPU time. */
export interface LongestTask {
  clock: number;
  processor: number;
}

/** The fields of Chromium's trace events that are read here; times are in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

const beginning = 'longest-task-begins';

/**
 * Traces the page during `work`, from its call of `begin`. The wall clock runs on while other processes have the CPU,
 * so on a busy machine the CPU time is the meaningful one.
 */
export async function longestTask(page: Page, work: (begin: () => Promise<void>) => Promise<void>): Promise<LongestTask> {
  const devtools = await page.context().browser()?.newBrowserCDPSession();
  if (devtools === undefined) throw new Error('there is no browser to trace');
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const traceConfig = { includedCategories: ['toplevel', 'blink.user_timing'], excludedCategories: ['*'] };
  await devtools.send('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
  await work(() => page.evaluate((name) => void performance.mark(name), beginning));
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.end');
  await complete;
  await devtools.detach();
  const mark = events.find(({ name }) => name === beginning);
  if (mark === undefined) throw new Error('the trace does not show where the work began');
  const tasks = events.filter(
    ({ name, pid, tid, ts }) => name.endsWith('RunTask') && pid === mark.pid && tid === mark.tid && ts >= mark.ts,
  );
  const most = (times: readonly number[]): number => times.reduce((longest, time) => Math.max(longest, time), 0) / 1000;
  return { clock: most(tasks.map(({ dur = 0 }) => dur)), processor: most(tasks.map(({ tdur = 0 }) => tdur)) };
}
