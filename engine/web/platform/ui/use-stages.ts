import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Counts up to `last`, a drawing at a time: what is mounted piece by piece leaves a slow machine time to answer between.
 * The last step waits until there is nothing else to do.
 */
export function useStages(last: number): number {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    if (stage >= last) return undefined;
    const step = (): void => startTransition(() => setStage(stage + 1));
    if (stage === last - 1) return whenIdle(step);
    const next = setTimeout(step);
    return () => clearTimeout(next);
  }, [stage, last]);
  return stage;
}
