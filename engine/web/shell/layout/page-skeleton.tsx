import { Skeleton } from '../../platform/ui/skeleton.tsx';

/** Stands where a page will be. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton" role="status" aria-label="正在加载">
      <Skeleton rows={9} />
    </div>
  );
}
