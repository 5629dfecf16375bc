import { useEffect, useState, useSyncExternalStore } from 'react';
import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { type Arrangement, readArrangement } from './arrangement.ts';

const key = 'home.cards';

/**
 * How the person arranged their home page, and a setter (undefined for the declared arrangement). The page does not wait
 * for the server: until the saved arrangement has loaded, this machine's local copy is used.
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
    // Storage is full or blocked: the next page starts as declared and is rearranged once the server has answered.
  }
}
