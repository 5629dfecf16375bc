import type { BrowserContext, Page } from '@playwright/test';
import { signInByApi, type Api } from './api.ts';
import { expect, test as withServer } from './server.ts';
import { openAs } from './sign-in.ts';

interface Fixtures {
  /** Console errors that a journey provokes on purpose. */
  expectedErrors: readonly RegExp[];
  /** Fails the journey if any page of it logs an error, throws one or violates the content security policy. */
  spotless: void;
  /** A client of the server, signed in as the account admin. */
  api: Api;
  /** Opens a path in the page as the account admin. */
  openAsAdmin: (path: string) => Promise<Page>;
  /** Another person at another machine: a page that shares nothing with the first. */
  otherPage: Page;
}

/** Journeys through what a person sees and clicks. */
export const test = withServer.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  spotless: [
    async ({ context, expectedErrors }, use) => {
      const errors = await collectErrors(context);
      await use();
      expect(unexpected(errors, expectedErrors), 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
  api: async ({ server }, use) => {
    const api = await signInByApi(server.baseURL, 'admin', server.adminPassword);
    await use(api);
    await api.call('GET', 'logout');
  },
  openAsAdmin: async ({ page, server }, use) => {
    await use(async (path) => {
      await openAs(page, 'admin', server.adminPassword, path);
      return page;
    });
  },
  otherPage: async ({ browser, server, expectedErrors, locale, timezoneId, viewport, contextOptions }, use) => {
    const like = {
      ...contextOptions,
      viewport,
      ...(locale === undefined ? {} : { locale }),
      ...(timezoneId === undefined ? {} : { timezoneId }),
    };
    const context = await browser.newContext({ ...like, baseURL: server.baseURL });
    const errors = await collectErrors(context);
    await use(await context.newPage());
    await context.close();
    expect(unexpected(errors, expectedErrors), 'errors in the other browser').toEqual([]);
  },
});

export { expect };

async function collectErrors(context: BrowserContext): Promise<string[]> {
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      // oxlint-disable-next-line no-console -- how a page tells the listener above
      console.error(`Content security policy: ${violatedDirective} forbids ${blockedURI} in ${sourceFile ?? ''}`);
    });
  });
  return errors;
}

const unexpected = (errors: readonly string[], expected: readonly RegExp[]): string[] =>
  errors.filter((text) => !expected.some((pattern) => pattern.test(text)));
