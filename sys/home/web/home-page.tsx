import { CheckOutlined, EditOutlined } from '@ant-design/icons-svg';
import { Suspense, useState } from 'react';
import { useAllowed } from '@back-office/web/platform/session/use-allowed.ts';
import { ErrorState } from '@back-office/web/platform/states/error-state.tsx';
import { Glyph } from '@back-office/web/platform/ui/glyph.tsx';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import { type Failure, PartBoundary } from '@back-office/web/platform/states/part-boundary.tsx';
import { Skeleton } from '@back-office/web/platform/states/skeleton.tsx';
import { useStagedMount } from '@back-office/web/platform/timing/use-staged-mount.ts';
import { useShellSlots } from '@back-office/web/shell/routing/shell-slots.tsx';
import { Greeting } from './greeting.tsx';
import { useArrangement } from './use-arrangement.ts';
import { useFreshStatistics } from './use-fresh-statistics.ts';
import './home-page.css';

const ArrangeCards = lazyPart(async () => (await import('./arrange-cards.tsx')).ArrangeCards);

/** Cards rendered per step, so that a slow machine stays responsive. */
const atOnce = 3;

/** The cards that features register, as far as the person may see them, in the person's arrangement. */
export function HomePage() {
  useFreshStatistics();
  const { home } = useShellSlots();
  const allowed = useAllowed();
  const { shown, hidden, change } = useArrangement(home.filter(allowed));
  const [arranging, setArranging] = useState(false);
  const drawn = useStagedMount(Math.ceil(home.length / atOnce) + 1);
  return (
    <div className="home">
      <header className="home-head">
        <Greeting />
        <button type="button" className="home-arrange" aria-pressed={arranging} onClick={() => setArranging(!arranging)}>
          <Glyph of={arranging ? CheckOutlined : EditOutlined} />
          {arranging ? '完成' : '编辑首页'}
        </button>
      </header>
      {arranging ? (
        <PartBoundary what="首页" Failed={CardFailed}>
          <Suspense fallback={waiting}>
            <ArrangeCards shown={shown} hidden={hidden} change={change} />
          </Suspense>
        </PartBoundary>
      ) : (
        <div className="home-cards">
          {shown.slice(0, (drawn + 1) * atOnce).map(({ name, title, width = 'full', Card }) => (
            <div key={name} className="home-card" data-card={name} data-width={width}>
              <PartBoundary what="卡片" name={title} Failed={CardFailed}>
                <Suspense fallback={waiting}>
                  <Card />
                </Suspense>
              </PartBoundary>
            </div>
          ))}
          {shown.length === 0 && <p className="home-none">首页上没有卡片了，按“编辑首页”可以放回来。</p>}
        </div>
      )}
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
