import { LruMap } from '../lru-map.ts';

/** Most statements whose plans each connection keeps: those used last. All others are planned at each run. */
export const maxPlanned = 500;

interface Planned {
  readonly text: string;
  name: string;
}

const planned = new LruMap<string, Planned>(maxPlanned);
let named = 0;

/**
 * Lets each connection plan this statement once, at its first run there, and returns its text, as one string instance
 * for all equal texts. For few texts that are run often; called before each run, since others may have taken its place.
 */
export function planOnce(text: string): string {
  const known = planned.get(text);
  if (known !== undefined) return known.text;
  planned.set(text, { text, name: nextName() });
  return text;
}

/** The name of the prepared statement; undefined for a statement that is planned at each run. */
export const planNameOf = (text: string): string | undefined => planned.peek(text)?.name;

/** The names of all prepared statements that are still used. */
export const planNames = (): ReadonlySet<string> => new Set([...planned.values()].map(({ name }) => name));

/** Replans the statement on every connection: a migration of a newer version changed a type that its plan uses. */
export function replanStatement(text: string): void {
  const known = planned.peek(text);
  if (known !== undefined) known.name = nextName();
}

const nextName = (): string => `planned-${++named}`;
