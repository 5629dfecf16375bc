import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../shell/start/create-query-client.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { expectDrawnOnce, SlicedList } from '../../testing/sliced-list.tsx';
import { afterwards } from './afterwards.ts';
import { useDeferredQuery } from './use-deferred-query.ts';

/** @see docs/postmortems/drawn-again-for-what-stands-beside.md */

test('an answer is shown, and a list being rendered meanwhile is rendered only once', async () => {
  let answer: (count: number) => void = () => undefined;
  const reading = { queryKey: ['waiting'], queryFn: () => new Promise<number>((resolve) => (answer = resolve)) };
  const Count = () => <p>待审核：{useDeferredQuery(reading).data}</p>;
  const queries = createQueryClient();
  // Rendered alone: other components on the page, reacting to state left by earlier test files, would restart the list's render as well.
  await render(
    <QueryClientProvider client={queries}>
      <Count />
      <SlicedList />
    </QueryClientProvider>,
  );
  await expectDrawnOnce(
    (time) => answer(time),
    async () => {
      await expect.element(page.getByText('待审核：1')).toBeVisible();
      void queries.invalidateQueries({ queryKey: ['waiting'] });
    },
  );
  await expect.element(page.getByText('待审核：2')).toBeVisible();
});

test('a deferred query is sent once the page that the person came for is rendered', async () => {
  let asked = 0;
  const counted = { queryKey: ['later'], queryFn: () => Promise.resolve((asked += 1)) };
  const Later = () => <p>{`第${useDeferredQuery(counted, { later: true }).data}次`}</p>;
  // An earlier test file in the same window may have already reported its page as rendered.
  const waiting: (() => void)[] = [];
  vi.spyOn(afterwards, 'do').mockImplementation((task) => void waiting.push(task));
  await draw(<Later />);
  await expect.element(page.getByText('第undefined次')).toBeVisible();
  expect(asked).toBe(0);
  for (const task of waiting) task();
  await expect.element(page.getByText('第1次')).toBeVisible();
});
