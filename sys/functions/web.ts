import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { sysFunction } from './function.ts';
import { IconCell } from './web/icon-cell.tsx';

const IconInput = lazyPart(async () => (await import('./web/icon-input.tsx')).IconInput);

/** Functions in the browser: their icons as they stand in the menu, chosen from those that it knows. */
export const functionsWeb: WebFeature = {
  name: 'functions',
  cells: cellsOf(sysFunction, { functionIcon: { Cell: IconCell, Input: IconInput } }),
};
