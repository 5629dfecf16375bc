import { openOffice } from '@back-office/web/platform/office/open-office.ts';
import { readPlaces } from '@back-office/web/shell/routing/kept-places.ts';
import type { LateModules } from '@back-office/web/shell/routing/late-modules.ts';
import { behindOthers, savePlaces } from '@back-office/web/shell/routing/late-places.ts';
import type { WebModule } from '@back-office/web/shell/routing/web-module.ts';
import { sysWeb } from '@back-office/sys/web.ts';

/**
 * Fetches a company's modules and registers their declarations. A module that throws is reported by name, and the shell continues
 * without it; if only its browser code throws, its declarations stay. Compatibility is checked later, once antd has loaded.
 */
export async function loadModules(): Promise<LateModules> {
  const [declared, drawn] = await Promise.all([tryLoading(() => import('../office.ts')), tryLoading(drawnModules)]);
  // If its declarations throw, the module's name is unknown.
  if (declared === undefined) return { modules: [], failed: ['公司'] };
  openOffice(declared.office);
  const names = declared.office.modules.map(({ name }) => name).filter((name) => name !== sysWeb.name);
  if (drawn === undefined) return { modules: [], failed: names };
  const placed = behindOthers(drawn, readPlaces());
  savePlaces(drawn);
  return { modules: placed, failed: [] };
}

async function drawnModules(): Promise<readonly WebModule[]> {
  const { web } = await import('#office/web');
  const modules = [web].flat();
  if (!modules.every((module) => typeof module?.name === 'string')) throw new Error('web.tsx exports no web: export const web = { name }');
  return modules;
}

async function tryLoading<Found>(load: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await load();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
