import { draw } from '@back-office/app/testing/web/draw.tsx';
import { user } from '@back-office/sys/users/user.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { stubServer } from '../../testing/stub-server.ts';
import { RecordDetails } from './record-details.tsx';

const watching = { 'POST /api/live/watch': { version: 1 }, 'DELETE /api/live/watch/7': null };

test.for([1400, 390])('the button that copies a value stands on the last line of its text in a window of %i', async (width) => {
  onTestFinished(() => page.viewport(1440, 900));
  stubServer(watching);
  await page.viewport(width, 800);
  const lonely: string[] = [];
  for (let letters = 8; letters < 60; letters += 1) {
    const userEmail = `${'m'.repeat(letters)}@example.com`;
    const { unmount } = await draw(<RecordDetails resource={user} row={{ id: '7', userAccount: 'zhang', userName: '张三', userEmail }} />);
    const button = page.getByRole('button', { name: `复制${userEmail}` }).element();
    const words = document.createRange();
    words.selectNodeContents(button.parentElement ?? document.body);
    words.setEndBefore(button);
    const [last, copy] = [[...words.getClientRects()].at(-1) ?? new DOMRect(), button.getBoundingClientRect()];
    if ((copy.top + copy.bottom) / 2 > last.bottom || copy.right > innerWidth) lonely.push(userEmail);
    await unmount();
  }
  expect(lonely).toEqual([]);
});
