import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { Browser, Page } from 'playwright';

/** How long a page may take until it stands, in milliseconds. */
const patience = 30_000;

/** What is shown while something is still on its way: a skeleton, a turning sign. */
const waiting = '.ant-skeleton, .bones, .ant-spin-spinning';

/** The application in Chromium as one person finds it, who has signed in; its pages are looked at one after the other. */
export class DrawnPages {
  readonly page: Page;
  readonly #errors: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.#errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.#errors.push(message.text()));
  }

  /** Opens the application at this address with the session that the sign-in gave; the keys are those of docs/spec.md 3, as after a reload. */
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
    await page.getByRole('navigation', { name: '主菜单' }).waitFor({ state: 'attached', timeout: patience });
    return pages;
  }

  /** Leads the application to a path without loading it again, as going forward in the browser would. */
  async lead(path: string): Promise<void> {
    this.#errors.length = 0;
    await this.page.evaluate(`{
      const { idx = 0 } = history.state ?? {};
      history.pushState({ idx: idx + 1, key: crypto.randomUUID() }, '', ${JSON.stringify(path)});
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }`);
  }

  /** Leads to a path and waits until its page stands; gives what is wrong with it, which of a sound page is nothing. */
  async show(path: string): Promise<string[]> {
    await this.lead(path);
    const shown = this.page.locator('.tab-page').filter({ visible: true });
    await shown.waitFor({ timeout: patience });
    await this.page.locator(waiting).filter({ visible: true }).first().waitFor({ state: 'hidden', timeout: patience });
    const isEmpty = (await shown.innerText()).trim() === '';
    return [...(await shown.locator('.trouble').allInnerTexts()), ...(isEmpty ? ['the page is empty'] : []), ...this.#errors];
  }
}
