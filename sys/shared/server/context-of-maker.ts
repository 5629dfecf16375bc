import type { Context } from '@back-office/server/crud/context.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';

/** What somebody who made what works on by itself may and sees at this moment; undefined for who is gone or disabled. */
export async function contextOfMaker(
  contextFor: (userId: string) => Promise<Context>,
  makerId: string | null,
): Promise<Context | undefined> {
  if (makerId === null) return undefined;
  try {
    return await contextFor(makerId);
  } catch (error) {
    if (error instanceof Refusal && error.outcome === 'notPermitted') return undefined;
    throw error;
  }
}
