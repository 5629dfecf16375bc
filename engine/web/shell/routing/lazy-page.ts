import { lazy, type ComponentType } from 'react';

/** A page's code could not be fetched: the network is gone, or the server has been updated since this page was loaded. */
export class PageLoadError extends Error {}

/** A page whose code is fetched when it is first shown. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new PageLoadError('The code of a page could not be fetched', { cause });
    }
  });
}
