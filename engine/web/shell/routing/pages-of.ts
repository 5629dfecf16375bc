import { fetchedPages } from './fetched-pages.ts';
import type { FindPage, LoadPages } from './shell-slots.tsx';
import type { WebModule } from './web-module.ts';

/** Returns the function that fetches the modules' pages, a company's included. A module that cannot be fetched does not affect the others. */
export function pagesOf(modules: readonly WebModule[]): LoadPages {
  let loaded: Promise<FindPage> | undefined;
  let found: FindPage | undefined;
  const load = async (): Promise<FindPage> => {
    const [{ openAllPages }, ...parts] = await Promise.all([import('./open-pages.ts'), ...modules.map(fetchedPages)]);
    return (found = await openAllPages(parts));
  };
  const fetch = () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
  return Object.assign(fetch, { there: () => found });
}
