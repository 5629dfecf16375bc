import type { ComponentType } from 'react';
import { openCells } from '../../crud/fields/cells.tsx';
import { openRecordTabs } from '../../crud/parts/record-tab.ts';
import { ModuleConflict } from '../../platform/office/claims.ts';
import { theOffice } from '../../platform/office/open-office.ts';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { fetchedPages } from './fetched-pages.ts';
import { joinPages } from './join-pages.tsx';
import { lateModules } from './late-modules.ts';
import type { FindPage } from './shell-slots.tsx';
import type { LoadedModule, WebModule } from './web-module.ts';

/** Registers the modules' parts of pages, and returns the function that finds a page. Throws like `joinPages`. */
export function openPages(modules: readonly LoadedModule[]): FindPage {
  const { pageOf, cells, recordTabs } = joinPages(modules);
  openCells(cells);
  openRecordTabs(recordTabs);
  return pageOf;
}

/**
 * The same with a company's modules, and with their own pages, which are loaded after the shell. A module that cannot be fetched or
 * conflicts does not affect the others.
 */
export async function openAllPages(own: readonly LoadedModule[]): Promise<FindPage> {
  const { modules, failed: told } = await lateModules.fetch();
  const running = modules.filter(({ name }) => !told.includes(name));
  const late = [...(await Promise.all(running.map(fetchedPages))), ...told.map(failed)];
  for (const { name, features } of [...own, ...late]) if (features === undefined) lateModules.fail(name);
  const drawn = pagesOfTheirOwn(running);
  const find = openCompatible(own, late);
  return (key) => drawn.get(key) ?? find(key);
}

function openCompatible(own: readonly LoadedModule[], late: readonly LoadedModule[]): FindPage {
  try {
    return openPages([...own, ...late]);
  } catch (error) {
    if (late.length === 0 || !(error instanceof ModuleConflict)) throw error;
    console.error(error);
    for (const { name } of late) lateModules.fail(name);
    return openPages([...own, ...late.map(({ name }) => failed(name))]);
  }
}

const failed = (name: string): LoadedModule => ({ name, features: undefined });

/** The pages that these modules render themselves, by component key. */
function pagesOfTheirOwn(modules: readonly WebModule[]): ReadonlyMap<string, ComponentType> {
  const features = modules.flatMap(({ shell = [] }) => shell).filter(({ name }) => theOffice().has(name));
  return new Map<string, ComponentType>(
    features.flatMap(({ plainPages = {}, lazyPages = {} }): (readonly [string, ComponentType])[] => [
      ...Object.entries(lazyPages).map(([key, load]) => [key, lazyPart(load)] as const),
      ...Object.entries(plainPages),
    ]),
  );
}
