import { expect, it } from 'vitest';
import { columnName } from './column-name.ts';

it('names columns the way spreadsheets do', () => {
  expect([0, 25, 26, 51, 52, 255, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'IV', 'ZZ', 'AAA']);
});
