import type { PasswordOwner } from '@back-office/contract/password-rules.ts';
import type { PasswordEstimate } from '@back-office/contract/password-estimate.ts';
import { useEffect, useState } from 'react';
import { loadEstimator } from './check-password.ts';

/** The strength of the typed password; undefined before one is typed and until the lists, which are only then fetched, have loaded. */
export function useEstimate(password: string, owner: PasswordOwner): PasswordEstimate | undefined {
  const [estimator, setEstimator] = useState<(password: string, owner: PasswordOwner) => PasswordEstimate>();
  const isTyped = password !== '';
  useEffect(() => {
    if (!isTyped || estimator !== undefined) return;
    // Without the lists only the server checks.
    loadEstimator().then(
      (loaded) => setEstimator(() => loaded),
      () => undefined,
    );
  }, [isTyped, estimator]);
  return isTyped ? estimator?.(password, owner) : undefined;
}
