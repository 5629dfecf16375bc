import { Skeleton } from 'antd';

/** Stands where a page will be. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton" role="status" aria-label="正在加载">
      <Skeleton active title={{ width: '30%' }} paragraph={{ rows: 8 }} />
    </div>
  );
}
