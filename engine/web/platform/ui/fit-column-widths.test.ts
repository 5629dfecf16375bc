import { expect, test } from 'vitest';
import { fitColumnWidths } from './fit-column-widths.ts';

test.each([
  ['keeps all widths if they fit', [180, 90, 200], 500, [180, 90, 200]],
  ['narrows a wide column at the edge if most of it fits', [180, 90, 200, 90], 420, [180, 90, 150, 90]],
  ['widens the columns before a wide column of which little fits', [200, 100, 200, 90], 360, [240, 120, 200, 90]],
  ['widens the columns before a column that is too narrow to be cut', [100, 100, 170], 360, [180, 180, 170]],
  ['keeps all widths if not even the first column fits', [180, 90], 150, [180, 90]],
])('%s', (_what, widths, room, shown) => {
  expect(fitColumnWidths(widths, room)).toEqual(shown);
});
