import { cdp } from 'vitest/browser';

/** Calls a method of Chromium's DevTools protocol for the page of the test, such as `Input.insertText`. */
export function sendToChromium(method: string, given?: object): Promise<unknown> {
  // Its types are Playwright's, which are not available to pages.
  const chromium = cdp() as unknown as { send: (method: string, given?: object) => Promise<unknown> };
  return chromium.send(method, given);
}
