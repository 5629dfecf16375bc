import { createStore } from '../../platform/store/create-store.ts';
import { renewRoutes } from './renew-routes.ts';
import type { WebModule } from './web-module.ts';

/** A company's modules, fetched separately, so that neither their size nor their errors affect the shell. */
export interface LateModules {
  readonly modules: readonly WebModule[];
  /** What people are told by name, since it could not be run. */
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
  // Its own code may not come either.
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
  /** What came; undefined while it has not. */
  there: store.get,
  /** Says how they are fetched, and what they declare is opened. Before anything is drawn. */
  expect: (loader: () => Promise<LateModules>): void => {
    load = loader;
    whole = new Promise<void>((done) => (begin = done)).then(() => coming);
    store.set(undefined);
  },
  /** Fetches them, once. */
  fetch: (): Promise<LateModules> => {
    const there = store.get();
    return there === undefined ? (coming ??= fetchNow()) : Promise.resolve(there);
  },
  /** Waits until somebody has fetched them. */
  whole: (): Promise<unknown> => whole,
  /** One of them could not be run after all. */
  fail: (name: string): void => {
    const there = store.get();
    if (there !== undefined && !there.failed.includes(name)) store.set({ ...there, failed: [...there.failed, name] });
  },
};
