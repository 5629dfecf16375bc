import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { awaitedPages } from './awaited-pages.ts';
import './overlay.css';

/**
 * A line at the top while the page that was gone to is on its way, its code and what it asks for; a quick one shows none (overlay.css).
 * `whole` once the place of the pages is drawn: what the shell asks for before says nothing of them.
 */
export function ProgressBar({ whole }: { whole: boolean }) {
  const { key } = useLocation();
  const queries = useQueryClient();
  const [done, setDone] = useState<string>();
  // Listens to the queries itself: `useIsFetching` draws with each that begins and ends, at once, and throws away what is drawn meanwhile.
  useEffect(() => {
    if (!whole) return undefined;
    const isBusy = (): boolean => awaitedPages.get() > 0 || queries.isFetching() > 0;
    let begun = false;
    const settle = (): void => {
      if (isBusy()) return;
      leave();
      startTransition(() => setDone(key));
    };
    // A page that asks for nothing is there when it is drawn.
    let timer = setTimeout(settle, 1_000);
    const look = (): void => {
      if (isBusy()) begun = true;
      else if (begun) {
        // What takes the place of a skeleton asks just after it has gone.
        clearTimeout(timer);
        timer = setTimeout(settle);
      }
    };
    const leaving = [queries.getQueryCache().subscribe(look), awaitedPages.subscribe(look)];
    const leave = (): void => {
      clearTimeout(timer);
      for (const one of leaving) one();
    };
    look();
    return leave;
  }, [key, queries, whole]);
  if (done === key) return null;
  return <div key={key} className="shell-progress" role="progressbar" aria-label="正在加载页面" />;
}
