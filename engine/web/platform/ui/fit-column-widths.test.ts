import { expect, test } from 'vitest';
import { fitColumnWidths } from './fit-column-widths.ts';

test.each([
  ['has room for all of them, they stay as they are', [180, 90, 200], 500, [180, 90, 200]],
  ['leaves most of a wide one, its words end in dots', [180, 90, 200, 90], 420, [180, 90, 150, 90]],
  ['leaves little of a wide one, those before it share what is left', [200, 100, 200, 90], 360, [240, 120, 200, 90]],
  ['leaves most of one that holds a time, those before it share what is left', [100, 100, 170], 360, [180, 180, 170]],
  ['leaves most of the first alone, nothing helps', [180, 90], 150, [180, 90]],
])('fits columns: where the width of the table %s', (_what, widths, room, shown) => {
  expect(fitColumnWidths(widths, room)).toEqual(shown);
});
