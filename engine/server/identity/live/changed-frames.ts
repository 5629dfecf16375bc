import { type ChangedData, type LiveFrame, liveCodes } from '@back-office/contract/calls/live.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { ChangedEvent } from '../../platform/live/live-event.ts';
import type { LiveSocket } from './live-socket.ts';
import type { LiveSockets } from './live-sockets.ts';
import { anyOf } from '../../platform/database/any-of.ts';

/** How long clients spread their reloads when many are notified at once, in milliseconds per socket. */
const apartMs = 4;

/** How long the clients of so many sockets spread their reloads, in milliseconds. In coarse steps, so that the delay reveals to nobody how many others are online, or have the same record open. */
export const reloadWindowMs = (sockets: number): number => 128 * 2 ** Math.max(0, Math.ceil(Math.log2((sockets * apartMs) / 128)));

interface Delivery {
  readonly text: string;
  readonly sockets: ReadonlySet<LiveSocket>;
}

/**
 * The frames 67 of some events, each built once for all its recipients; an account affected by several events in the
 * same way is notified once. One statement, for the holders of roles.
 */
export async function changedFrames(db: Kysely<Tables>, sockets: LiveSockets, events: readonly ChangedEvent[]): Promise<Delivery[]> {
  const holders = await holdersOf(db, sockets, [...new Set(events.flatMap(({ roles }) => roles ?? []))]);
  const groups = Map.groupBy(events, ({ topic, resource, ids }) => JSON.stringify({ topic, resource, ids }));
  return [...groups].map(([subject, group]) => {
    const recipients = new Set(group.flatMap((event) => [...recipientsOf(event, sockets, holders)]));
    const { topic, ...rest } = JSON.parse(subject) as ChangedData;
    const data: ChangedData = { topic, ...rest, within: reloadWindowMs(recipients.size) };
    return { text: JSON.stringify({ code: liveCodes.changed, data } satisfies LiveFrame), sockets: recipients };
  });
}

function recipientsOf(event: ChangedEvent, sockets: LiveSockets, holders: ReadonlyMap<string, readonly string[]>): Iterable<LiveSocket> {
  const { users, roles, sessions } = event;
  if (users === undefined && roles === undefined && sessions === undefined) return sockets.all;
  const people = [...(users ?? []), ...(roles ?? []).flatMap((role) => holders.get(role) ?? [])];
  return [...people.flatMap((user) => sockets.ofUser(user)), ...(sessions ?? []).flatMap((session) => sockets.ofSession(session))];
}

/** The roles, among these, that each person online on this node holds. */
async function holdersOf(
  db: Kysely<Tables>,
  sockets: LiveSockets,
  roles: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (roles.length === 0) return new Map();
  const rows = await db
    .selectFrom('sys_user_role')
    .select((eb) => ['targetId as role', eb.fn.agg<string[]>('array_agg', ['ownerId']).as('users')])
    .where('targetId', '=', anyOf(roles))
    .where('ownerId', '=', anyOf(sockets.users))
    .groupBy('targetId')
    .execute();
  return new Map(rows.map(({ role, users }) => [role, users]));
}
