import { sheetColumns } from '@back-office/contract/sheet-columns.ts';
import { org } from '@back-office/sys/orgs/org.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { expect, test } from 'vitest';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { SumRow } from './sum-row.tsx';
import './cell-input.css';
import './import-grid.css';

test('numbers in the import grid end at the right, with their heading, their sum and what is typed', async () => {
  const columns = sheetColumns(org);
  const number = columns.findIndex(({ summary }) => summary);
  const row = { id: 1, number: 2, cells: columns.map(() => '1'), issues: null };
  await draw(
    <>
      <GridHead columns={columns} />
      <div className="import-body">
        <GridRow
          {...{ columns, row }}
          index={0}
          from={-1}
          to={-1}
          active={number}
          input={<input className="import-input" />}
          remove={() => {}}
        />
      </div>
      <SumRow sums={columns.map(({ summary }) => (summary ? '1' : null))} at={3} />
    </>,
  );
  const alignOf = (selector: string): string => getComputedStyle(document.querySelector(selector) ?? document.body).textAlign;
  for (const part of ['.import-head', '.import-body', '.import-foot']) {
    expect(alignOf(`${part} [aria-colindex="${number + 2}"]`), part).toBe('right');
    expect(alignOf(`${part} [aria-colindex="2"]`), part).toBe('start');
  }
  expect(alignOf('.import-input')).toBe('right');
});
