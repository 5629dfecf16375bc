import { useEffect } from 'react';
import { Skeleton } from '../../platform/ui/skeleton.tsx';
import { awaitedPages } from './awaited-pages.ts';

/** A placeholder for a page that is loading. */
export function PageSkeleton() {
  useEffect(() => {
    awaitedPages.set(awaitedPages.get() + 1);
    return () => awaitedPages.set(awaitedPages.get() - 1);
  }, []);
  return (
    <div className="page-skeleton" role="status" aria-label="正在加载">
      <Skeleton rows={9} />
    </div>
  );
}
