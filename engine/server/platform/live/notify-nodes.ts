import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { ChangedEvent, LiveEvent } from './live-event.ts';

/** The channel of the schema's `tell_nodes`, to which nodes listen or whose rows they poll. */
export const liveChannel = 'live';

/** A notification holds 8,000 bytes: at most this many people in one, and this many records; for more, the reader reloads everything. */
const maxPeople = 140;
const maxIds = 30;

/**
 * Notifies every node of an event, once the transaction of `db` has committed, and never when it rolls back. The same
 * event sent twice in a transaction arrives once. Nothing may depend on its arrival: a node that does not listen at
 * that time catches up by reading the database.
 * @example
 * // Makes every open home page refresh its figures.
 * const tellCounts = (db: Kysely<Tables>) => notifyNodes(db, { kind: 'changed', topic: 'figures' });
 */
export async function notifyNodes(db: Kysely<Tables>, event: LiveEvent): Promise<void> {
  const payloads = partsOf(event).map((part) => JSON.stringify(part));
  if (payloads.length > 0) await sql`SELECT tell_nodes(payload) FROM unnest(${payloads}::text[]) AS payload`.execute(db);
}

/** Removes the ids of an event with too many records: the reader reloads everything. */
function bounded({ ids, ...rest }: ChangedEvent): ChangedEvent {
  return { ...rest, ...(ids !== undefined && ids.length <= maxIds ? { ids } : {}) };
}

function partsOf(event: LiveEvent): LiveEvent[] {
  if (event.kind === 'ended') return [event];
  const whole = event.kind === 'changed' ? bounded(event) : event;
  const addressed: Partial<Record<'users' | 'roles' | 'sessions', readonly string[]>> = whole;
  for (const name of ['users', 'roles', 'sessions'] as const) {
    const people = addressed[name];
    if (people === undefined) continue;
    const count = Math.ceil(people.length / maxPeople);
    return Array.from({ length: count }, (_, at) => ({ ...whole, [name]: people.slice(at * maxPeople, (at + 1) * maxPeople) }));
  }
  return [whole];
}
