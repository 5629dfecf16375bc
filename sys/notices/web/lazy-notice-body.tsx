import { Skeleton } from '@back-office/web/platform/ui/skeleton.tsx';
import { lazy, Suspense } from 'react';

const Body = lazy(async () => ({ default: (await import('./notice-body.tsx')).NoticeBody }));

/** The body of a notice; what cleans it comes when the first one is shown. */
export const LazyNoticeBody = ({ html }: { html: string }) => (
  <Suspense fallback={<Skeleton rows={3} />}>
    <Body html={html} />
  </Suspense>
);
