import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';

/** The conditions under which a page is opened for the first time. */
export interface PageConditions {
  /** Session storage of the page, which signs it in. */
  session?: Record<string, string>;
  /** 1.6 Mbit/s, 150 ms to the first byte of each answer, and a CPU slowed down four times. */
  slow?: boolean;
  /** The browser is never idle: nothing is prefetched. */
  neverIdle?: boolean;
}

export interface PageMeasure {
  /** Transferred bytes of scripts and styles requested until the page was usable; the page itself counts too, since it contains styles. */
  bytes: number;
  /** Bytes of those requested afterwards, such as charts. */
  later: number;
  /** The addresses of the counted files. */
  files: string[];
  /** Milliseconds from the beginning of the navigation. */
  painted: number;
  usable: number;
  longestTask: number;
  /** The sum of all layout shifts. */
  shift: number;
}

interface Seen {
  usable?: number;
  tasks: number[];
  shift: number;
}

declare global {
  // oxlint-disable-next-line no-var -- how TypeScript declares a global
  var seen: Seen;
}

/** Opens the address in a new context with an empty cache, until it is `usable` (a selector) and quiet. */
export async function measurePage(
  context: BrowserContext,
  url: string,
  usable: string,
  conditions: PageConditions = {},
): Promise<PageMeasure> {
  const page = await context.newPage();
  const counted = await countBytes(page, conditions);
  await page.addInitScript(watch, { session: conditions.session ?? {}, usable, neverIdle: conditions.neverIdle ?? false });
  await page.goto(url);
  await page.waitForFunction(() => globalThis.seen.usable !== undefined);
  await counted.quiet();
  const seen = await page.evaluate(() => ({
    ...globalThis.seen,
    usableAt: performance.timeOrigin + (globalThis.seen.usable ?? 0),
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  }));
  await page.close();
  return {
    ...counted.until(seen.usableAt),
    painted: seen.painted,
    usable: seen.usable ?? Infinity,
    longestTask: Math.max(0, ...seen.tasks),
    shift: seen.shift,
  };
}

interface Counted {
  /** Resolves when nothing has arrived for a second. Not Playwright's network idle, which waits for a shared worker forever. */
  quiet: () => Promise<void>;
  /** The requests until that time, in milliseconds since 1970, and the bytes of later ones. */
  until: (time: number) => Pick<PageMeasure, 'bytes' | 'later' | 'files'>;
}

const silence = 1_000;

async function countBytes(page: Page, { slow = false }: PageConditions): Promise<Counted> {
  const network = await page.context().newCDPSession(page);
  const filesById = new Map<string, { url: string; asked: number; bytes: number }>();
  let lastActivity = Date.now();
  await network.send('Network.enable');
  if (slow) {
    const throughput = 1_600_000 / 8;
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await network.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  network.on('Network.requestWillBeSent', ({ requestId, wallTime, request: { url } }) => {
    lastActivity = Date.now();
    const { pathname } = new URL(url);
    if (/\.(?:js|css)$/.test(pathname) || !/^\/(?:api|assets|files)\//.test(pathname))
      filesById.set(requestId, { url, asked: wallTime * 1000, bytes: 0 });
  });
  network.on('Network.dataReceived', () => (lastActivity = Date.now()));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastActivity = Date.now();
    const file = filesById.get(requestId);
    if (file !== undefined) file.bytes = encodedDataLength;
  });
  const sum = (files: { bytes: number }[]): number => files.reduce((total, { bytes }) => total + bytes, 0);
  return {
    quiet: async () => {
      while (Date.now() - lastActivity < silence) await sleep(silence - (Date.now() - lastActivity));
    },
    until: (time) => {
      const before = [...filesById.values()].filter(({ asked }) => asked <= time);
      return { bytes: sum(before), later: sum([...filesById.values()]) - sum(before), files: before.map(({ url }) => url) };
    },
  };
}

/** Runs in the page, before any of its own code. */
function watch({ session, usable, neverIdle }: { session: Record<string, string>; usable: string; neverIdle: boolean }): void {
  if (neverIdle) globalThis.requestIdleCallback = () => 0;
  for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  const seen: Seen = { tasks: [], shift: 0 };
  globalThis.seen = seen;
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('longtask', ({ duration }) => seen.tasks.push(duration));
  observe('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  const look = new MutationObserver(() => {
    if (document.querySelector(usable) === null) return;
    seen.usable = performance.now();
    look.disconnect();
  });
  look.observe(document, { childList: true, subtree: true });
}
