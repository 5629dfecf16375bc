import type { ChangedEvent } from '../../platform/live/live-event.ts';
import type { LiveSockets } from './live-sockets.ts';

/** The given users who may currently read the records of an event, or, for a deleted record, could have read it. */
export type FindReaders = (resource: string, event: ChangedEvent, users: readonly string[]) => Promise<ReadonlySet<string>>;

/** Removes, from events of a record, the sessions of people who may no longer read it: they have watched it since they could. */
export async function readableEvents(
  events: readonly ChangedEvent[],
  sockets: LiveSockets,
  findReaders: FindReaders,
): Promise<ChangedEvent[]> {
  const readable: ChangedEvent[] = [];
  for (const event of events) {
    const { topic, resource, sessions = [] } = event;
    if (topic !== 'record' || resource === undefined) readable.push(event);
    else {
      const personOf = new Map(sessions.flatMap((session) => sockets.ofSession(session).map(({ userId }) => [session, userId] as const)));
      const readers = personOf.size === 0 ? undefined : await findReaders(resource, event, [...new Set(personOf.values())]);
      readable.push({ ...event, sessions: [...personOf].flatMap(([session, person]) => (readers?.has(person) === true ? session : [])) });
    }
  }
  return readable;
}
