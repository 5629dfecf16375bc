import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';

const Body = lazy(async () => ({ default: (await import('./notice-body.tsx')).NoticeBody }));

/** The body of a notice; what cleans it comes when the first one is shown. */
export const LazyNoticeBody = ({ html }: { html: string }) => (
  <Suspense fallback={<Skeleton active title={false} />}>
    <Body html={html} />
  </Suspense>
);
