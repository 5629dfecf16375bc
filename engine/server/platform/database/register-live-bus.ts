import type { ClientBase, Pool } from 'pg';
import type { LiveBus } from '../database-settings.ts';

/** How often a node renews the way by which it listens. After three minutes without a renewal, no events are sent that way. */
export const busRenewalMs = 8_000;

const text = `WITH said AS (
    INSERT INTO sys_live_bus (way) VALUES ($1)
    ON CONFLICT (way) DO UPDATE SET seen_time = clock_timestamp() WHERE sys_live_bus.seen_time < clock_timestamp() - interval '30 seconds'
  )
  SELECT EXISTS (SELECT FROM sys_live_bus WHERE way = $1 AND seen_time > clock_timestamp() - interval '2 minutes')
    OR $1 = 'notify' AND NOT EXISTS (SELECT FROM sys_live_bus WHERE way = 'poll' AND seen_time > clock_timestamp() - interval '1 hour') AS known`;

/**
 * Registers the way by which a node listens, so that events are sent that way. Returns whether it was known: if not,
 * running transactions may still send by the other way alone. NOTIFY is the default if nobody polls.
 */
export async function registerLiveBus(client: Pick<ClientBase | Pool, 'query'>, way: LiveBus): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(text, [way]);
  return rows[0]?.known === true;
}
