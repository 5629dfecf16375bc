import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';

/** How often, by default: a proxy cuts off connections that were silent for its idle timeout. */
const minute = 60_000;

/** Says something on a connection that nobody else uses, once a minute until the signal; rejects if the connection is lost. */
export async function keepAwake(client: ClientBase, signal: AbortSignal, everyMs = minute): Promise<void> {
  while (!signal.aborted) {
    await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await client.query('SELECT 1');
  }
}
