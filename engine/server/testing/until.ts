import { setTimeout as wait } from 'node:timers/promises';

/** Waits until `happened` is true, at most `ms`; then throws. */
export async function until(happened: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await happened())) {
    if (Date.now() > end) throw new Error(`Did not happen within ${ms} ms: ${String(happened)}`);
    await wait(5);
  }
}
