import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import './overlay.css';

/** A line at the top while the page that was gone to is on its way; a quick one shows none (shell.css). */
export function ProgressBar() {
  const { key } = useLocation();
  const queries = useQueryClient();
  const [done, setDone] = useState<string>();
  // Listens to the queries itself: `useIsFetching` draws with each that begins and ends, at once, and throws away what is drawn meanwhile.
  useEffect(() => {
    let begun = queries.isFetching() > 0;
    const finish = (): void => {
      leave();
      startTransition(() => setDone(key));
    };
    const leave = queries.getQueryCache().subscribe(() => {
      const busy = queries.isFetching() > 0;
      if (begun && !busy) finish();
      begun ||= busy;
    });
    // A page that asks for nothing is there when it is drawn.
    const timer = setTimeout(() => {
      if (!begun) finish();
    }, 1_000);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [key, queries]);
  if (done === key) return null;
  return <div key={key} className="shell-progress" role="progressbar" aria-label="正在加载页面" />;
}
