import { office } from '@back-office/app/office.ts';
import { describe, expect, it } from 'vitest';
import { goodRows } from './save-import.ts';

const size = 3000;
const org = office.resourceOf('sys/org');

/** Rows from the lowest to the highest, each below the next; `reads` counts how often a parent was read. */
function chain(top: string | null) {
  const reads = { count: 0 };
  const rows = Array.from({ length: size }, (_row, at) => ({
    id: `row-${at}`,
    rowNo: at,
    current: undefined,
    values: {
      get parentId() {
        reads.count += 1;
        return at === size - 1 ? top : `row-${at + 1}`;
      },
    },
  }));
  return { rows, reads };
}

describe('a staged sheet of which each row hangs below another', () => {
  it('is put in order while each parent is read once', () => {
    const { rows, reads } = chain(null);
    const { good, orphans } = goodRows(org, rows, []);
    expect([good, orphans]).toEqual([rows.toReversed(), []]);
    expect(reads.count).toBe(size);
  });

  it('keeps what is above a row with an issue, and names those below it and those in a cycle', () => {
    const { rows } = chain(null);
    const { good, orphans } = goodRows(org, rows, [{ row: 2000, field: 'orgName', message: '太长' }]);
    expect(good.map(({ rowNo }) => rowNo)).toEqual(Array.from({ length: 999 }, (_row, at) => size - 1 - at));
    expect(orphans.map(({ row }) => row)).toEqual(Array.from({ length: 2000 }, (_row, at) => at));
    expect(orphans[0]).toEqual({ row: 0, field: 'parentId', message: '上级机构所在的行有误或循环引用' });
    const cycle = goodRows(org, chain('row-5').rows, []);
    expect([cycle.good, cycle.orphans.length]).toEqual([[], size]);
  });
});
