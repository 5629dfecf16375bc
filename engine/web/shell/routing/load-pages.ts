import { Misfit } from '../../platform/office/claims.ts';
import { lateModules } from './late-modules.ts';
import type { FindPage, LoadPages } from './shell-slots.tsx';
import type { LoadedModule, WebModule } from './web-module.ts';

/**
 * Gives the function that fetches what modules put into pages, those of a company with them. A module that cannot be fetched, or
 * does not fit, takes no other with it.
 */
export function pagesOf(modules: readonly WebModule[]): LoadPages {
  let loaded: Promise<FindPage> | undefined;
  let found: FindPage | undefined;
  const load = async (): Promise<FindPage> => {
    const [{ openPages }, late, ...own] = await Promise.all([import('./open-pages.ts'), fetchedLate(), ...modules.map(fetched)]);
    for (const part of own) if (part.features === undefined) failed(part);
    try {
      return (found = openPages([...own, ...late]));
    } catch (error) {
      if (late.length === 0 || !(error instanceof Misfit)) throw error;
      console.error(error);
      return (found = openPages([...own, ...late.map(failed)]));
    }
  };
  const fetch = () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
  return Object.assign(fetch, { there: () => found });
}

async function fetchedLate(): Promise<LoadedModule[]> {
  const { modules, failed: told } = await lateModules.fetch();
  const parts = await Promise.all(modules.filter(({ name }) => !told.includes(name)).map(fetched));
  return [...parts.map((part) => (part.features === undefined ? failed(part) : part)), ...told.map((name) => failed({ name }))];
}

async function fetched({ name, pages }: WebModule): Promise<LoadedModule> {
  try {
    return { name, features: (await pages?.()) ?? [] };
  } catch (error) {
    console.error(error);
    return { name, features: undefined };
  }
}

function failed({ name }: Pick<LoadedModule, 'name'>): LoadedModule {
  lateModules.fail(name);
  return { name, features: undefined };
}
