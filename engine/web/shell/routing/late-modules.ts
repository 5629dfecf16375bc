import { createStore } from '../../platform/store/create-store.ts';
import { renewRoutes } from './renew-routes.ts';
import type { WebModule } from './web-module.ts';

/** A company's modules, loaded separately, so that neither their size nor their errors affect the shell. */
export interface LateModules {
  readonly modules: readonly WebModule[];
  /** Names of modules that could not be run, which are shown to people. */
  readonly failed: readonly string[];
}

const none: LateModules = { modules: [], failed: [] };
const store = createStore<LateModules | undefined>(none);
let load = (): Promise<LateModules> => Promise.resolve(none);
let coming: Promise<LateModules> | undefined;
let begin = (): void => undefined;
let whole: Promise<unknown> = Promise.resolve();

async function fetchNow(): Promise<LateModules> {
  begin();
  // The loader's own code may fail to load, too.
  const found = await load().catch((error: unknown) => {
    console.error(error);
    return { modules: [], failed: ['公司'] };
  });
  // Before listeners are notified: otherwise a page of theirs would not be found.
  renewRoutes();
  store.set(found);
  return found;
}

export const lateModules = {
  subscribe: store.subscribe,
  /** The loaded modules; undefined until then. */
  get: store.get,
  /** Sets the loader, which also registers their declarations. Called before anything is rendered. */
  setLoader: (loader: () => Promise<LateModules>): void => {
    load = loader;
    whole = new Promise<void>((done) => (begin = done)).then(() => coming);
    store.set(undefined);
  },
  /** Loads them, once. */
  fetch: (): Promise<LateModules> => {
    const loaded = store.get();
    return loaded === undefined ? (coming ??= fetchNow()) : Promise.resolve(loaded);
  },
  /** Resolves once somebody has loaded them. */
  whole: (): Promise<unknown> => whole,
  /** Reports a module that turned out to be unusable. */
  fail: (name: string): void => {
    const loaded = store.get();
    if (loaded !== undefined && !loaded.failed.includes(name)) store.set({ ...loaded, failed: [...loaded.failed, name] });
  },
};
