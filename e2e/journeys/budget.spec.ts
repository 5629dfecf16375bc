import { get } from 'node:http';
import { expect, test } from '../support/journey.ts';
import { measurePage, type PageConditions } from '../support/measure-page.ts';

/** A drawn captcha proves that the form's code runs. */
const signInThere = '.captcha span';
const homeThere = 'main .home a';
const rowsThere = 'main .ant-table-row';

const kilobyte = 1000;

// Bytes are the same on every machine; `npm run bench -- sign-in` measures durations.
test('the sign-in page, the home page and a list stay within their budgets for bytes and layout shift', async ({
  openAsAdmin,
  browser,
  server,
}) => {
  const page = await openAsAdmin('/index');
  const session = await page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>);
  const fresh = async (path: string, usable: string, how?: PageConditions) => {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 2_000 } });
    const weighed = await measurePage(context, server.baseURL + path, usable, how);
    await context.close();
    return weighed;
  };
  const signIn = await fresh('/login', signInThere);
  expect(signIn.bytes).toBeGreaterThan(10 * kilobyte);
  expect(signIn.bytes).toBeLessThan(85 * kilobyte);
  expect(signIn.shift).toBe(0);
  const zipped = await Promise.all(signIn.files.map(gzipBytes));
  expect(zipped.reduce((sum, bytes) => sum + bytes)).toBeLessThan(100 * kilobyte);

  // With its charts, and without prefetching for other pages when idle: how much of that arrives depends on the machine.
  const home = await fresh('/index', homeThere, { session, neverIdle: true });
  expect(home.bytes).toBeGreaterThan(100 * kilobyte);
  expect(home.bytes).toBeLessThan(167 * kilobyte);
  expect(home.bytes + home.later).toBeLessThan(250 * kilobyte);
  expect(home.shift).toBeLessThan(0.01);

  // With everything loaded before the rows are on the screen; parts that are opened later come after them.
  const list = await fresh('/sys/user/list', rowsThere, { session });
  expect(list.bytes).toBeGreaterThan(200 * kilobyte);
  expect(list.bytes).toBeLessThan(322 * kilobyte);
  expect(list.later).toBeGreaterThan(100 * kilobyte);
  // Inlined stylesheets are not loaded again by chunks that name them.
  const written = await page
    .locator('link[rel=stylesheet][disabled]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(written.length).toBeGreaterThan(0);
  expect(list.files.filter((file) => written.includes(file))).toEqual([]);
  expect(list.shift).toBeLessThan(0.01);
  // Chunks that run before them are compiled while they load (app/web/compile-ahead.ts).
  const runs = list.files.filter((file) => /\/(?:start|react|shell|antd|pages)-[^/]+\.js$/.test(file));
  expect(runs.length).toBeGreaterThan(4);
  for (const file of runs) expect((await (await fetch(file)).text()).slice(0, 29), file).toBe('//# allFunctionsCalledOnLoad\n');
  // No file only re-exports another: the bundler creates such files for a module of the page with a top-level await (app/web/main.ts).
  for (const file of list.files.filter((name) => name.endsWith('.js')))
    expect(await (await fetch(file)).text(), file).not.toMatch(/^(?:\/\/.*\n)?export ?\{[^}]*\} ?from/);
  // Its styles are generated at build time (app/web/antd-styles.ts).
  const antd = runs.find((file) => file.includes('/antd-')) ?? '';
  expect(await (await fetch(antd)).text()).toContain('.ant-table-tbody');
});

/** The size for a client that supports only gzip. */
const gzipBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip', Accept: 'text/html, */*' } }, (answer) => {
      expect(answer.headers['content-encoding'], url).toBe('gzip');
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
