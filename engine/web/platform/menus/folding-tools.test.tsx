import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { FoldingTools } from './folding-tools.tsx';

const more = page.getByRole('button', { name: '更多操作' });

test.each([
  ['are side by side where there is room, even if only a gap comes before them', 900, false],
  ['fold where they do not fit next to it', 40, true],
])('tools %s', async (_what, width, folded) => {
  await draw(
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', width }}>
      <span style={{ flex: 1, minWidth: 20 }} />
      <FoldingTools>
        <button type="button">refresh the list</button>
      </FoldingTools>
    </div>,
  );
  await expect.poll(() => more.elements().length).toBe(folded ? 1 : 0);
  expect(page.getByRole('button', { name: 'refresh the list' }).elements()).toHaveLength(folded ? 0 : 1);
});
