import { vi } from 'vitest';
import { PlanningClient } from '../platform/database/planning-client.ts';

type Execute = (this: PlanningClient, text: string, values: unknown[]) => Promise<never>;

/** The next transaction of this process is stored, and its connection breaks before the database's answer to COMMIT arrives. */
export function loseCommitAnswer(): void {
  const execute = Reflect.get(PlanningClient.prototype, 'execute') as Execute;
  const spy = vi.spyOn(PlanningClient.prototype, 'execute');
  spy.mockImplementation(async function losing(this: PlanningClient, text, values) {
    const answer = await execute.call(this, text, values);
    if (text !== 'commit') return answer;
    spy.mockRestore();
    throw new Error('Connection terminated unexpectedly');
  });
}
