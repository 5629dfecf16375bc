import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { focusAfter } from './focus-next-row.ts';

/** Table rows, or cards as on a phone; clicking one removes it. */
function Rows({ card }: { card: boolean }) {
  const [left, setLeft] = useState(['1', '2', '3']);
  return (
    <main>
      <h1 tabIndex={-1}>用户</h1>
      {left.map((id) => (
        <div key={id} className={card ? 'list-card' : 'ant-table-row'} data-row-key={id}>
          <a className="record-link" href={`#${id}`}>
            第{id}人
          </a>
          <button
            type="button"
            onClick={() => {
              const bring = focusAfter([id]);
              setLeft(left.filter((other) => other !== id));
              bring();
            }}
          >
            删除{id}
          </button>
        </div>
      ))}
    </main>
  );
}

const focused = (): string | null | undefined => document.activeElement?.textContent;

test.each([
  ['rows', false],
  ['cards', true],
])('after a deletion the focus moves to the next of the %s, else to the previous one, else to the heading', async (_, card) => {
  await draw(<Rows card={card} />);
  await page.getByRole('button', { name: '删除2' }).click();
  await expect.poll(focused).toBe('第3人');
  await page.getByRole('button', { name: '删除3' }).click();
  await expect.poll(focused).toBe('第1人');
  await page.getByRole('button', { name: '删除1' }).click();
  await expect.poll(focused).toBe('用户');
});
