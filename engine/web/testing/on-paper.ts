import { onTestFinished } from 'vitest';
import { sendToChromium } from './send-to-chromium.ts';

/** Lays the page out as for paper until the end of the test; `within` is an element of the page, of which all else is not printed. */
export async function onPaper(within: Element): Promise<void> {
  const root = within.closest('body > *');
  root?.setAttribute('id', 'root');
  const show = (media: string): Promise<unknown> => sendToChromium('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => {
    root?.removeAttribute('id');
    await show('');
  });
  await show('print');
}
