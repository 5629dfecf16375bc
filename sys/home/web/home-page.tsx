import { Suspense } from 'react';
import { useAllowed } from '@back-office/web/platform/session/use-allowed.ts';
import { ErrorState } from '@back-office/web/platform/ui/error-state.tsx';
import { type Failure, PartBoundary } from '@back-office/web/platform/ui/part-boundary.tsx';
import { Skeleton } from '@back-office/web/platform/ui/skeleton.tsx';
import { useShellSlots } from '@back-office/web/shell/routing/shell-slots.tsx';
import './home-page.css';

/** The cards that features put here, those that the person may see. */
export function HomePage() {
  const { home } = useShellSlots();
  const allowed = useAllowed();
  return (
    <div className="home">
      {home.filter(allowed).map(({ name, title, Card }) => (
        <PartBoundary key={name} what="卡片" name={title} Failed={CardFailed}>
          <Suspense fallback={waiting}>
            <Card />
          </Suspense>
        </PartBoundary>
      ))}
    </div>
  );
}

const waiting = (
  <section className="page-card">
    <Skeleton rows={3} />
  </section>
);

const CardFailed = ({ title, text, retry }: Failure) => (
  <section className="page-card">
    <ErrorState status="error" title={title} text={text} action={{ label: '重试', onClick: retry }} />
  </section>
);
