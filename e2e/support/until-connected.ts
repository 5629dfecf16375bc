import { expect, type Page, type Request } from '@playwright/test';

/** How long a page must send nothing to count as quiet, in milliseconds. */
const quietMs = 500;

/**
 * Opens a page with `open`, and waits until it is connected and quiet. A page reads rights, dictionaries and notices once more when its connection is
 * first established; if its session ended just then, the refusal of such a call would come before the announcement, and the page would show 登录过期
 * instead of 登录异常 (docs/spec.md 8). For journeys about what is announced.
 */
export async function untilConnected(page: Page, open: () => Promise<unknown>): Promise<void> {
  const pending = new Set<Request>();
  let noticesRead = 0;
  let lastAt = Date.now();
  const start = (request: Request): void => {
    // Playwright reports the script of a worker as begun, but never as finished.
    if (pathOf(request).startsWith('/api/')) pending.add(request);
  };
  const end = (request: Request): void => {
    pending.delete(request);
    lastAt = Date.now();
    if (pathOf(request) === '/api/sys/msg/list') noticesRead += 1;
  };
  page.on('request', start).on('requestfinished', end).on('requestfailed', end);
  await open();
  // At the first rendering, and when the connection is there.
  await expect.poll(() => noticesRead >= 2 && pending.size === 0 && Date.now() - lastAt > quietMs).toBe(true);
  page.off('request', start).off('requestfinished', end).off('requestfailed', end);
}

const pathOf = (request: Request): string => new URL(request.url()).pathname;
