import { vi } from 'vitest';
import { PlanningClient } from '../platform/database/planning-client.ts';

/** The next transaction of this process is stored, and its connection breaks before the database's answer to COMMIT arrives. */
export function loseCommitAnswer(): void {
  const { execute } = PlanningClient.prototype;
  const spy = vi.spyOn(PlanningClient.prototype, 'execute');
  spy.mockImplementation(async function answer(this: PlanningClient, text, values) {
    const given = await execute.call(this, text, values);
    if (text !== 'commit') return given;
    spy.mockRestore();
    throw new Error('Connection terminated unexpectedly');
  } as typeof execute);
}
