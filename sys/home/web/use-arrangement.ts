import { useEffect, useState, useSyncExternalStore } from 'react';
import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { type Arrangement, readArrangement } from './arrangement.ts';

const key = 'home.cards';

/**
 * How the person arranged their first page, and the way to change it (undefined for as declared). The page does not wait
 * for it: until what the server keeps is known, this machine's own copy stands in.
 */
export function useArrangement(): [Arrangement, (next: Arrangement | undefined) => void] {
  const { userId } = useSession();
  const copy = `${key}.${userId}`;
  const kept = useSyncExternalStore(preferenceStore.subscribe, () => preferenceStore.get(key));
  const [known, setKnown] = useState(false);
  useEffect(() => {
    void preferenceStore.load().then(() => {
      keepCopy(copy, preferenceStore.get(key));
      setKnown(true);
    });
  }, [copy]);
  const [before] = useState(() => readCopy(copy));
  const choose = (next: Arrangement | undefined): void => {
    preferenceStore.set(key, next);
    keepCopy(copy, next);
  };
  return [readArrangement(known ? kept : (kept ?? before)), choose];
}

function readCopy(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return undefined;
  }
}

function keepCopy(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Full, or not allowed: the next page begins as declared and is arranged a moment later.
  }
}
