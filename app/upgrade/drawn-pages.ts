import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { Browser, Locator, Page, Request } from 'playwright';

/** How long a page may take until it is complete, in milliseconds. */
const timeoutMs = 30_000;

/** Elements shown while something is loading: a skeleton (`bones` in older versions), a spinner. */
const waiting = '.ant-skeleton, .skeleton, .bones, .ant-spin-spinning';

/** How long no request may be pending until a page counts as drawn, in milliseconds: the answers were drawn and caused no new requests. */
const quiet = 200;

/** The application in Chromium for one signed-in person; its pages are examined one after the other. */
export class DrawnPages {
  readonly page: Page;
  readonly #errors: string[] = [];
  readonly #pendingRequests = new Set<Request>();
  #changedAt = performance.now();

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.#errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.#errors.push(message.text()));
    // Only calls: no event reports that a worker's script has arrived, and code that a page waits for shows as a skeleton.
    page.on(
      'request',
      (request) => /^(?:xhr|fetch)$/.test(request.resourceType()) && this.#recordChange(() => this.#pendingRequests.add(request)),
    );
    page.on('requestfinished', (request) => this.#recordChange(() => this.#pendingRequests.delete(request)));
    page.on('requestfailed', (request) => this.#recordChange(() => this.#pendingRequests.delete(request)));
  }

  /** Opens the application at this address with the session of the sign-in; the keys are those of docs/spec.md 3, as after a reload. */
  static async signIn(browser: Browser, address: string, answer: LoginAnswer): Promise<DrawnPages> {
    const pages = new DrawnPages(await browser.newPage({ locale: 'zh-CN', reducedMotion: 'reduce' }));
    const { page } = pages;
    await page.goto(`${address}/healthz`);
    await page.evaluate(
      (session) => {
        for (const [key, value] of Object.entries(session)) if (typeof value === 'string') sessionStorage.setItem(key, value);
      },
      { ...answer.roles, rolesCredentials: JSON.stringify(answer) },
    );
    await page.goto(`${address}/index`);
    await page.getByRole('navigation', { name: '主菜单' }).waitFor({ state: 'attached', timeout: timeoutMs });
    return pages;
  }

  /** Navigates the application to a path without reloading it, like the browser's forward button. */
  async navigate(path: string): Promise<void> {
    this.#errors.length = 0;
    await this.page.evaluate(`{
      const { idx = 0 } = history.state ?? {};
      history.pushState({ idx: idx + 1, key: crypto.randomUUID() }, '', ${JSON.stringify(path)});
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }`);
  }

  /** Navigates to a path and waits until its page is complete; returns its faults, none for a sound page. */
  async show(path: string): Promise<string[]> {
    await this.navigate(path);
    await this.#arrive();
    await this.#settle();
    const isEmpty = (await this.shown.innerText()).trim() === '';
    return [...(isEmpty ? ['the page is empty'] : []), ...(await this.#faults())];
  }

  /** The visible page. */
  get shown(): Locator {
    return this.page.locator('.tab-page').filter({ visible: true });
  }

  /** Opens each tab of the visible page, one after the other; returns their faults, by the name of the tab. */
  async showTabs(): Promise<string[]> {
    const faults: string[] = [];
    for (const tab of await this.shown.getByRole('tab').filter({ visible: true }).all()) {
      this.#errors.length = 0;
      this.#recordChange(() => undefined);
      await tab.click();
      await this.#settle();
      const name = await tab.innerText();
      faults.push(...(await this.#faults()).map((sentence) => `${name}: ${sentence}`));
    }
    return faults;
  }

  async #faults(): Promise<string[]> {
    return [...(await this.shown.locator('.trouble').filter({ visible: true }).allInnerTexts()), ...this.#errors];
  }

  /** Waits until the visible page is that of the address: the previous one stays until this one is ready. */
  async #arrive(): Promise<void> {
    // Polls: waiting within the page needs eval, which its policy forbids.
    const isThere = async () =>
      this.page.evaluate<boolean>(`[...document.querySelectorAll('.tab-page')].some((page) => page.checkVisibility() &&
        decodeURIComponent(page.id).split('?')[0] === 'page-' + location.pathname.replace(/(.)\\/+$/, '$1'))`);
    await this.#until(isThere, () => `${this.page.url()} shows no page`);
  }

  /** Waits until the page is idle: all its requests are answered, and the answers rendered. */
  async #settle(): Promise<void> {
    const isQuiet = async () => this.#pendingRequests.size === 0 && performance.now() - this.#changedAt >= quiet;
    await this.#until(isQuiet, () => `${[...this.#pendingRequests].map((request) => request.url()).join(', ')} was not answered`);
    await this.page.locator(waiting).filter({ visible: true }).first().waitFor({ state: 'hidden', timeout: timeoutMs });
  }

  async #until(isSo: () => Promise<boolean>, otherwise: () => string): Promise<void> {
    for (const begin = performance.now(); !(await isSo()); await this.page.waitForTimeout(quiet / 4)) {
      if (performance.now() - begin > timeoutMs) throw new Error(otherwise());
    }
  }

  #recordChange(change: () => void): void {
    change();
    this.#changedAt = performance.now();
  }
}
