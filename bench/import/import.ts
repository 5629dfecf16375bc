import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signIn } from '../../e2e/support/sign-in.ts';
import { startServer } from '../../e2e/support/start-server.ts';
import { launchChromium } from '../lib/launch-chromium.ts';
import { ms } from '../lib/measure.ts';
import { type LongestTask, longestTask } from './longest-task.ts';
import { makeWorkbook } from './make-workbook.ts';
import { type Frames, scrollFrames } from './scroll-frames.ts';

const runs = 5;
/** Runs with Chromium's trace, which costs time: durations are measured in other runs. */
const traced = 3;
const rows = 55_000;
const longest = 100_000;

interface Measured {
  /** Milliseconds from the choice of the file until its first rows are drawn, and until all are read and checked. */
  first: number;
  read: number;
}

/**
 * A workbook of 10 MB in Chromium: the time until its first rows are shown and until all are read and checked, beside
 * the time that SheetJS takes on the main thread just to read it. Then a hundred thousand rows, scrolled through.
 */
export async function importBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'back-office-bench-'));
  const file = join(folder, '用户导入模板.xlsx');
  const bytes = makeWorkbook(rows);
  await writeFile(file, bytes);
  const server = await startServer(folder, {});
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: server.baseURL, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
    const [page, other] = [await context.newPage(), await context.newPage()];
    await signIn(page, 'admin', server.adminPassword);
    const bySheetJs = await sheetJsIn(other, bytes);
    const [plainTimes, denseTimes, measured]: [number[], number[], Measured[]] = [[], [], []];
    // Alternating, so that other load on the machine affects all of them.
    for (let run = 0; run < runs; run += 1) {
      plainTimes.push(await bySheetJs(false));
      denseTimes.push(await bySheetJs(true));
      await page.bringToFront();
      measured.push(await measureImport(page, file));
    }
    const [plain, dense] = [middle(plainTimes), middle(denseTimes)];
    const median = (name: keyof Measured): number => middle(measured.map((one) => one[name]));
    console.log(`\n${(bytes.length / 1024 / 1024).toFixed(1)} MB, ${rows} rows of 8 columns; medians of ${runs}, by turns`);
    console.log(`  SheetJS on the main thread, reading alone   ${ms(plain)}, dense ${ms(dense)}`);
    console.log(`  first rows drawn                            ${ms(median('first'))}`);
    console.log(
      `  all rows read and checked                   ${ms(median('read'))}, ${(median('read') / plain).toFixed(2)} of SheetJS, ${(median('read') / dense).toFixed(2)} of dense  at most 0.25  ${median('read') <= plain / 4 ? 'ok' : 'TOO MUCH'}`,
    );
    const tasks: LongestTask[] = [];
    for (let run = 0; run < traced; run += 1)
      tasks.push(await longestTask(page, (begin) => measureImport(page, file, begin).then(() => undefined)));
    const most = (name: keyof LongestTask): number => Math.max(...tasks.map((one) => one[name]));
    console.log(
      `  longest task of the page in ${traced} runs          ${ms(most('processor'))} of processor time  at most 50 ms  ${most('processor') <= 50 ? 'ok' : 'TOO MUCH'}; by the clock ${ms(most('clock'))} at a load of ${(loadavg()[0] ?? 0).toFixed(1)}`,
    );
    await writeFile(file, makeWorkbook(longest, true));
    await measureImport(page, file);
    await page.locator('.import-doing').filter({ hasText: '校验通过' }).waitFor({ timeout: 300_000 });
    console.log(`\n${longest} rows scrolled through, at 60 frames a second`);
    printFrames('with the wheel, 10 rows a frame', await scrollFrames(page, 10, 600));
    printFrames('with the bar, from end to end, 167 rows a frame', await scrollFrames(page, 167, 600));
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function printFrames(how: string, { count, late, veryLate, busy }: Frames): void {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  console.log(
    `  ${how.padEnd(48)} ${count} frames, over 16.7 ms ${percent(late)}, over 33 ms ${percent(veryLate)}, processor time of each ${ms(busy)}`,
  );
}

const middle = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

/** Reads the workbook in the page once, as SheetJS's documentation shows: reading alone, without any check. Returns the milliseconds. */
async function sheetJsIn(page: Page, bytes: Buffer): Promise<(dense: boolean) => Promise<number>> {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('@e965/xlsx/dist/xlsx.full.min.js') });
  const base64 = bytes.toString('base64');
  return async (dense) => {
    await page.bringToFront();
    return page.evaluate(
      ([text, packed]) => {
        const raw = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const { XLSX } = globalThis as unknown as { XLSX: typeof import('@e965/xlsx') };
        const begin = performance.now();
        const book = XLSX.read(raw, { dense: packed, cellDates: true });
        XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
        return performance.now() - begin;
      },
      [base64, dense] as const,
    );
  };
}

async function measureImport(page: Page, file: string, begins = () => Promise.resolve()): Promise<Measured> {
  await page.goto('/sys/user/list');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await page.locator('a[download]').waitFor();
  await page.evaluate(watch);
  await begins();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('.import-doing').filter({ hasNotText: '正在读取' }).waitFor();
  // While the server checks, so that drawing is measured as well.
  await page.locator('.import-grid').hover();
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, 20_000);
  return page.evaluate(() => (globalThis as unknown as { measured: Measured }).measured);
}

/** Runs in the page: records when each awaited element is first drawn, from the choice of the file on. */
function watch(): void {
  const measured = { first: 0, read: 0 };
  (globalThis as unknown as { measured: typeof measured }).measured = measured;
  let begin = 0;
  document.addEventListener('change', () => (begin ||= performance.now()), true);
  const check = (): void => {
    const since = performance.now() - begin;
    if ((document.querySelector('.import-body .import-cell')?.textContent ?? '') !== '') measured.first ||= since;
    if (document.querySelector('.import-doing')?.textContent?.includes('正在读取') === false) measured.read ||= since;
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
