import type { LoadedModule, WebModule } from './web-module.ts';

/** What a module puts into pages; without its features where they could not be fetched. */
export async function fetchedPages({ name, pages }: WebModule): Promise<LoadedModule> {
  try {
    return { name, features: (await pages?.()) ?? [] };
  } catch (error) {
    console.error(error);
    return { name, features: undefined };
  }
}
