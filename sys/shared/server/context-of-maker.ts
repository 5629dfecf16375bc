import type { Context } from '@back-office/server/crud/context.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';

/** The current rights and data scope of a person whose bot, webhook or the like acts on their behalf; undefined if they are gone or disabled. */
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
