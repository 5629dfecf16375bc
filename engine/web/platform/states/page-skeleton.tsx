import { useEffect } from 'react';
import { Skeleton } from './skeleton.tsx';
import { visibleSkeletons } from './visible-skeletons.ts';

/** A placeholder for a page that is loading. */
export function PageSkeleton() {
  useEffect(() => {
    visibleSkeletons.set(visibleSkeletons.get() + 1);
    return () => visibleSkeletons.set(visibleSkeletons.get() - 1);
  }, []);
  return (
    <div className="page-skeleton" role="status" aria-label="正在加载">
      <Skeleton rows={9} />
    </div>
  );
}
