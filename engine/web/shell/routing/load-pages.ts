import type { FindPage, LoadPages } from './shell-slots.tsx';
import type { LoadedModule, WebModule } from './web-module.ts';

/** Gives the function that fetches what modules put into pages. A module that cannot be fetched takes no other with it. */
export function pagesOf(modules: readonly WebModule[]): LoadPages {
  let loaded: Promise<FindPage> | undefined;
  let found: FindPage | undefined;
  const load = async (): Promise<FindPage> => {
    const [{ openPages }, ...parts] = await Promise.all([import('./open-pages.ts'), ...modules.map(fetched)]);
    return (found = openPages(parts));
  };
  const fetch = () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
  return Object.assign(fetch, { there: () => found });
}

async function fetched({ name, pages }: WebModule): Promise<LoadedModule> {
  try {
    return { name, features: (await pages?.()) ?? [] };
  } catch (error) {
    console.error(error);
    return { name, features: undefined };
  }
}
