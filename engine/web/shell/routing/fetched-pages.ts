import type { LoadedModule, WebModule } from './web-module.ts';

/** A module's parts of pages; without its features if they could not be loaded. */
export async function fetchedPages({ name, pages }: WebModule): Promise<LoadedModule> {
  try {
    return { name, features: (await pages?.()) ?? [] };
  } catch (error) {
    console.error(error);
    return { name, features: undefined };
  }
}
