import { recordIn } from '@back-office/contract/record-in.ts';
import { storeLocally } from '../store/store-locally.ts';
import { sessionStore } from './session-store.ts';

/** A list's first query: its resource, and the query of its page. */
export interface ListQuery {
  name: string;
  query: [string, string][];
}

/** Maximum number of addresses remembered; the oldest are dropped. */
const most = 20;
/** Searches and filters are not stored on the machine. */
const storableParameters: ReadonlySet<string> = new Set(['index', 'limit', 'sort', 'columns', 'view']);

/** The address that was loaded, until its list has noted its query. */
let loadedAddress: string | undefined;

/**
 * The first query that the list at this address made when it was last opened on this machine. The shell sends it before the list's
 * code has loaded; the list sends another if the person's choices have changed since. Only the query is stored, no data.
 */
export const firstListQuery = {
  /** Once, as the page is loaded. */
  claim: (): ListQuery | undefined => {
    loadedAddress = location.pathname + location.search;
    const all = readQueries();
    const [name, query] = all.get(loadedAddress) ?? [];
    // Removed until a list notes it again: if none does, as after losing the right to it, the query is not repeated.
    if (all.delete(loadedAddress)) writeQueries(all);
    return typeof name === 'string' && Array.isArray(query) ? { name, query: query.filter(isPair) } : undefined;
  },
  /** Notes the query of the list at this address as it opens; undefined for a list that cannot be prefetched. */
  record: (reading: ListQuery | undefined): void => {
    const at = loadedAddress;
    loadedAddress = undefined;
    if (at === undefined || at.split('?')[0] !== location.pathname) return;
    const said = [...new URLSearchParams(at.slice(location.pathname.length)), ...(reading?.query ?? [])];
    const all = readQueries();
    all.delete(at);
    if (reading !== undefined && said.every(([parameter]) => storableParameters.has(parameter))) all.set(at, [reading.name, reading.query]);
    writeQueries(all);
  },
};

const place = (): string => `first-readings ${sessionStore.get().userId}`;

function writeQueries(all: ReadonlyMap<string, unknown[]>): void {
  // If the storage is full, the next visit sends the query once the list's code has loaded.
  storeLocally(place(), JSON.stringify(Object.fromEntries([...all].slice(-most))));
}

function readQueries(): Map<string, unknown[]> {
  try {
    const all = Object.entries(recordIn(JSON.parse(localStorage.getItem(place()) ?? 'null')));
    return new Map(all.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])));
  } catch {
    return new Map();
  }
}

const isPair = (pair: unknown): pair is [string, string] =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
