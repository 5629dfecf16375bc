import { useEffect, useState, useSyncExternalStore } from 'react';
import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { storeLocally } from '@back-office/web/platform/store/store-locally.ts';
import type { HomeCard } from '@back-office/web/shell/routing/shell-feature.ts';
import { arrange, type Arrangement, readArrangement, wholeOrder } from './arrangement.ts';

const key = 'home.cards';

/** A change of what is stored by then, whose order names all cards. */
export type ArrangementStep = (now: Arrangement) => Arrangement;

interface Arranged {
  shown: HomeCard[];
  hidden: HomeCard[];
  /** Takes effect at once, and is saved; without a step, the declared arrangement is. */
  change: (step?: ArrangementStep) => void;
}

/**
 * These cards as the person arranged them. The page does not wait for the server: until the saved arrangement has loaded, this machine's local copy is
 * used.
 */
export function useArrangement(cards: readonly HomeCard[]): Arranged {
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
  const change = (step?: ArrangementStep): void => {
    preferenceStore.step(key, (now) => {
      const { order, hidden } = readArrangement(known ? now : (now ?? before));
      return step?.({ order: wholeOrder(cards, order), hidden });
    });
    keepCopy(copy, preferenceStore.get(key));
  };
  return { ...arrange(cards, readArrangement(known ? kept : (kept ?? before))), change };
}

function readCopy(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return undefined;
  }
}

function keepCopy(name: string, value: unknown): void {
  if (value === undefined) localStorage.removeItem(name);
  // If the storage is full, the next page starts as declared and is rearranged once the server has answered.
  else storeLocally(name, JSON.stringify(value));
}
