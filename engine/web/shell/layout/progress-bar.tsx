import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { visibleSkeletons } from '../../platform/states/visible-skeletons.ts';
import './overlay.css';

/**
 * A progress line at the top while the next page loads its code and data; hidden for a quick page (overlay.css).
 * `whole` is set once the page area is rendered: queries of the shell before that are not counted.
 */
export function ProgressBar({ whole }: { whole: boolean }) {
  const { key } = useLocation();
  const queries = useQueryClient();
  const [done, setDone] = useState<string>();
  // Subscribes to the query cache itself: `useIsFetching` renders synchronously on each start and end, and so discards concurrent renders.
  useEffect(() => {
    if (!whole) return undefined;
    const isBusy = (): boolean => visibleSkeletons.get() > 0 || queries.isFetching() > 0;
    let begun = false;
    const settle = (): void => {
      if (isBusy()) return;
      leave();
      startTransition(() => setDone(key));
    };
    // A page without queries is complete once it is rendered.
    let timer = setTimeout(settle, 1_000);
    const look = (): void => {
      if (isBusy()) begun = true;
      else if (begun) {
        // The page that replaces a skeleton starts its queries just afterwards.
        clearTimeout(timer);
        timer = setTimeout(settle);
      }
    };
    const leaving = [queries.getQueryCache().subscribe(look), visibleSkeletons.subscribe(look)];
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
