import type { ChangedEvent } from '../../platform/live/live-event.ts';
import type { LiveSockets } from './live-sockets.ts';

/** Those of the given users who may read the records of an event at this moment, or might have read one that is deleted. */
export type RecordJudge = (resource: string, event: ChangedEvent, users: readonly string[]) => Promise<ReadonlySet<string>>;

/** The events, those of a record for no session whose person may not read it any more: it watches since it could. */
export async function heardEvents(events: readonly ChangedEvent[], sockets: LiveSockets, judge: RecordJudge): Promise<ChangedEvent[]> {
  const heard: ChangedEvent[] = [];
  for (const event of events) {
    const { topic, resource, sessions = [] } = event;
    if (topic !== 'record' || resource === undefined) heard.push(event);
    else {
      const personOf = new Map(sessions.flatMap((session) => sockets.ofSession(session).map(({ userId }) => [session, userId] as const)));
      const readers = personOf.size === 0 ? undefined : await judge(resource, event, [...new Set(personOf.values())]);
      heard.push({ ...event, sessions: [...personOf].flatMap(([session, person]) => (readers?.has(person) === true ? session : [])) });
    }
  }
  return heard;
}
