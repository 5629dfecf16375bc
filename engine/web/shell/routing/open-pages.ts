import { openCells } from '../../crud/fields/cells.tsx';
import { openRecordTabs } from '../../crud/parts/record-tab.ts';
import { joinPages } from './join-pages.tsx';
import type { FindPage } from './shell-slots.tsx';
import type { LoadedModule } from './web-module.ts';

/** Opens what modules put into pages, and gives what finds a page. Throws as `joinPages` does. */
export function openPages(modules: readonly LoadedModule[]): FindPage {
  const { pageOf, cells, recordTabs } = joinPages(modules);
  openCells(cells);
  openRecordTabs(recordTabs);
  return pageOf;
}
