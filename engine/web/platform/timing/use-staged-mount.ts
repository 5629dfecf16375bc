import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Counts up to `last`, one render at a time: mounting in stages keeps a slow machine responsive.
 * The last step waits until the browser is idle.
 */
export function useStagedMount(last: number): number {
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
