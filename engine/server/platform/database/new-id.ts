import { randomUUIDv7 } from 'node:crypto';

/** Milliseconds since 1970 of the last id, and its twelve-bit counter within that millisecond. */
let [time, counter] = [0, 0];
const counterRange = 4096;

/**
 * A new record's id: a UUIDv7, so that later ids sort later (docs/wire.md "Generic calls"); so do those that one
 * process makes in one millisecond, such as the rows of one import (RFC 9562, 6.2, method 1: a counter that begins at
 * random in its lower half, and borrows the next millisecond when it is full).
 * @example
 * export async function addParty(context: Context, partyName: string): Promise<string> {
 *   const id = newId();
 *   await writeAll(context, party, [{ id, values: { partyName, partyKind: '企业', partyStatus: statuses.enabled }, current: undefined }]);
 *   return id;
 * }
 */
export function newId(): string {
  const id = randomUUIDv7();
  const now = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  if (now > time) [time, counter] = [now, Number.parseInt(id.slice(15, 18), 16) % (counterRange / 2)];
  else if (counter + 1 < counterRange) counter += 1;
  else [time, counter] = [time + 1, 0];
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${counter.toString(16).padStart(3, '0')}${id.slice(18)}`;
}
