import type { FindPage } from './shell-slots.tsx';
import type { LoadedModule, WebModule } from './web-module.ts';

/** Gives the function that fetches, once, what modules put into pages. A module that cannot be fetched takes no other with it. */
export function pagesOf(modules: readonly WebModule[]): () => Promise<FindPage> {
  let loaded: Promise<FindPage> | undefined;
  const load = async (): Promise<FindPage> => {
    const [{ openPages }, ...parts] = await Promise.all([import('./open-pages.ts'), ...modules.map(fetched)]);
    return openPages(parts);
  };
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}

async function fetched({ name, pages }: WebModule): Promise<LoadedModule> {
  try {
    return { name, features: (await pages?.()) ?? [] };
  } catch (error) {
    console.error(error);
    return { name, features: undefined };
  }
}
