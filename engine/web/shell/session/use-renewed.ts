import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../platform/session/use-session.ts';

/** Calls `onRenewed` when the session gets new credentials, as when another window signs in. */
export function useRenewed(onRenewed: () => void): void {
  const token = useSession().rolesCredentials?.credentials.accessToken;
  const [before] = useState(token);
  const call = useEffectEvent(onRenewed);
  useEffect(() => {
    if (token !== before) call();
  }, [token, before]);
}
