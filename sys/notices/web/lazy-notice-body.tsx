import { Skeleton } from '@back-office/web/platform/states/skeleton.tsx';
import { lazy, Suspense } from 'react';

const Body = lazy(async () => ({ default: (await import('./notice-body.tsx')).NoticeBody }));

/** The body of a notice, with its id if it is stored; the sanitiser loads when the first one is shown. */
export const LazyNoticeBody = (props: { html: string; notice?: string | undefined }) => (
  <Suspense fallback={<Skeleton rows={3} />}>
    <Body {...props} />
  </Suspense>
);
