import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Client } from './client.ts';
import { networkOf } from '../../platform/network-of.ts';
import { ago } from '../../platform/database/now.ts';

/** Days for which a client is known after its last sign-in, and how many of each kind an account knows: these limits bound the guesses. */
const days = 90;
const most = 10;

const namesOf = ({ ip, device }: Client): string[] => [`network:${networkOf(ip)}`, ...(device === undefined ? [] : [`device:${device}`])];

/**
 * How an account knows the client of an attempt: by the browser, which holds a secret given to it alone, by the
 * network, or not at all. An account that does not exist knows no client.
 */
export async function recognizeClient(db: Kysely<Tables>, account: string, client: Client): Promise<'device' | 'network' | undefined> {
  const rows = await db
    .selectFrom('sys_known_client as k')
    .innerJoin('sys_user as u', 'u.id', 'k.sysUserId')
    .select('k.client')
    .where((eb) => eb.fn<string>('lower', ['u.userAccount']), '=', account.toLowerCase())
    .where('k.client', 'in', namesOf(client))
    .where('k.seenTime', '>', ago(`${days} days`))
    .execute();
  if (rows.some((row) => row.client.startsWith('device:'))) return 'device';
  return rows.length > 0 ? 'network' : undefined;
}

/** Which parts of a client the account has not seen for that many days: its browser, its network, both or neither. */
export async function unknownClientParts(
  db: Kysely<Tables>,
  userId: string,
  client: Client,
): Promise<{ browser: boolean; network: boolean }> {
  const rows = await db
    .selectFrom('sys_known_client')
    .select('client')
    .where('sysUserId', '=', userId)
    .where('client', 'in', namesOf(client))
    .where('seenTime', '>', ago(`${days} days`))
    .execute();
  const isNew = (kind: string): boolean => !rows.some((row) => row.client.startsWith(kind));
  // A client that sends no browser secret is known by its network alone.
  return { browser: client.device !== undefined && isNew('device:'), network: isNew('network:') };
}

/** Records the client of a completed sign-in (both steps); an account knows the last few networks and browsers. */
export async function rememberClient(db: Kysely<Tables>, userId: string, client: Client): Promise<void> {
  const { numAffectedRows } = await sql`
    INSERT INTO sys_known_client AS k (sys_user_id, client) SELECT ${userId}, unnest(${namesOf(client)}::text[])
    ON CONFLICT (sys_user_id, client) DO UPDATE SET seen_time = now() WHERE k.seen_time < now() - interval '1 hour'`.execute(db);
  if (numAffectedRows === 0n) return;
  await sql`
    DELETE FROM sys_known_client k USING (
      SELECT client, row_number() OVER (PARTITION BY split_part(client, ':', 1) ORDER BY seen_time DESC) AS place
      FROM sys_known_client WHERE sys_user_id = ${userId}) old
    WHERE k.sys_user_id = ${userId} AND k.client = old.client AND (old.place > ${most} OR k.seen_time < now() - make_interval(days => ${days}))`.execute(
    db,
  );
}
