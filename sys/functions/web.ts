import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { sysFunction } from './function.ts';
import { functionIcon } from './web/icon-field.tsx';

/** Functions in the browser: their icons as they stand in the menu, chosen from those that it knows. */
export const functionsWeb: WebFeature = { name: 'functions', cells: cellsOf(sysFunction, { functionIcon }) };
