import { onTestFinished } from 'vitest';
import { emulateMedia } from './emulate-media.ts';

/** Lays the page out as for paper until the end of the test; `within` is an element of the page, of which all else is not printed. */
export async function onPaper(within: Element): Promise<void> {
  const root = within.closest('body > *');
  root?.setAttribute('id', 'root');
  onTestFinished(async () => {
    root?.removeAttribute('id');
    await emulateMedia();
  });
  await emulateMedia({ media: 'print' });
}
