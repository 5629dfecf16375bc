import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../platform/session/use-session.ts';

/** Calls `told` when the session goes on under other credentials, as when another window signs in. */
export function useRenewed(told: () => void): void {
  const token = useSession().rolesCredentials?.credentials.accessToken;
  const [before] = useState(token);
  const tell = useEffectEvent(told);
  useEffect(() => {
    if (token !== before) tell();
  }, [token, before]);
}
