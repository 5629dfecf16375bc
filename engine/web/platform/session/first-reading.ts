import { recordIn } from '@back-office/contract/record-in.ts';
import { sessionStore } from './session-store.ts';

/** What a list asks: its resource, and the query of its page. */
export interface Reading {
  name: string;
  query: [string, string][];
}

/** Of more addresses than these the oldest are forgotten. */
const most = 20;
/** What somebody looked for, or filters by, is not written down on the machine. */
const harmless: ReadonlySet<string> = new Set(['index', 'limit', 'sort', 'columns', 'view']);

/** Where the page was loaded, until the list there has said what it asks. */
let arrived: string | undefined;

/**
 * What the list at this address asked first when it was last opened on this machine: the shell asks it before the code of the
 * list has come, which will ask otherwise where the person chose something else meanwhile. Nothing is kept but the question.
 */
export const firstReading = {
  /** Once, as the page is loaded. */
  arrive: (): Reading | undefined => {
    arrived = location.pathname + location.search;
    const all = kept();
    const [name, query] = all.get(arrived) ?? [];
    // Until a list says it again: where none comes, such as for somebody who lost the right to it, nothing is asked twice.
    if (all.delete(arrived)) keep(all);
    return typeof name === 'string' && Array.isArray(query) ? { name, query: query.filter(isPair) } : undefined;
  },
  /** What the list at this address asks as it opens; undefined where it asks in another way. */
  note: (reading: Reading | undefined): void => {
    const at = arrived;
    arrived = undefined;
    if (at === undefined || at.split('?')[0] !== location.pathname) return;
    const said = [...new URLSearchParams(at.slice(location.pathname.length)), ...(reading?.query ?? [])];
    const all = kept();
    all.delete(at);
    if (reading !== undefined && said.every(([parameter]) => harmless.has(parameter))) all.set(at, [reading.name, reading.query]);
    keep(all);
  },
};

const place = (): string => `first-readings ${sessionStore.get().userId}`;

function keep(all: ReadonlyMap<string, unknown[]>): void {
  try {
    localStorage.setItem(place(), JSON.stringify(Object.fromEntries([...all].slice(-most))));
  } catch {
    // The storage is full: the next visit asks when its code is there.
  }
}

function kept(): Map<string, unknown[]> {
  try {
    const all = Object.entries(recordIn(JSON.parse(localStorage.getItem(place()) ?? 'null')));
    return new Map(all.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])));
  } catch {
    return new Map();
  }
}

const isPair = (pair: unknown): pair is [string, string] =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
