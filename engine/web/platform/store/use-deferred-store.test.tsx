import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectDrawnOnce, SlicedList } from '../../testing/sliced-list.tsx';
import { createStore } from './create-store.ts';
import { useDeferredStore } from './use-deferred-store.ts';

/** @see docs/postmortems/drawn-again-for-what-stands-beside.md */

const line = createStore('断开');

const Line = () => <p>{useDeferredStore(line.subscribe, line.get)}</p>;

test('a change is shown, and a list being rendered meanwhile is rendered only once', async () => {
  // Rendered alone: other components on the page, reacting to state left by earlier test files, would restart the list's render as well.
  await render(
    <>
      <Line />
      <SlicedList />
    </>,
  );
  await expect.element(page.getByText('断开')).toBeVisible();
  await expectDrawnOnce((time) => line.set(`第${time}次连接`));
  await expect.element(page.getByText('第2次连接')).toBeVisible();
});
