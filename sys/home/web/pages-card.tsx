import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { usePreference } from '@back-office/web/platform/preferences/use-preference.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { Skeleton } from '@back-office/web/platform/states/skeleton.tsx';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import { MenuIcon } from '@back-office/web/shell/menu/menu-icon.tsx';
import { menuPages } from './menu-pages.ts';
import './pages-card.css';

const ChoosePages = lazyPart(async () => (await import('./choose-pages.tsx')).ChoosePages);

const key = 'home.pages';

/** Menu pages that the person has chosen as favourites; all of them until some are chosen. */
export function PagesCard() {
  const { routes } = useSession();
  const pages = menuPages(routes ?? []);
  if (pages.length === 0) return null;
  return (
    <section className="page-card home-pages" aria-label="常用页面">
      <Suspense fallback={<Pages pages={pages} />}>
        <ChosenPages pages={pages} />
      </Suspense>
    </section>
  );
}

function ChosenPages({ pages }: { pages: readonly RouteRecord[] }) {
  const kept = usePreference(key);
  const [choosing, setChoosing] = useState(false);
  const paths = Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  const chosen = pages.filter(({ path }) => paths.includes(path));
  return (
    <>
      <div className="home-card-head">
        <h2>常用页面</h2>
        <button type="button" className="link-button" aria-pressed={choosing} onClick={() => setChoosing(!choosing)}>
          {choosing ? '选好了' : '选择页面'}
        </button>
      </div>
      {choosing ? (
        <Suspense fallback={<Skeleton rows={4} />}>
          <ChoosePages name={key} pages={pages} paths={paths} />
        </Suspense>
      ) : (
        <Links pages={chosen.length === 0 ? pages : chosen} />
      )}
    </>
  );
}

/** The pages before it is known which of them were chosen. */
const Pages = ({ pages }: { pages: readonly RouteRecord[] }) => (
  <>
    <div className="home-card-head">
      <h2>常用页面</h2>
    </div>
    <Links pages={pages} />
  </>
);

const Links = ({ pages }: { pages: readonly RouteRecord[] }) => (
  <ul className="home-links">
    {pages.map(({ path, meta }) => (
      <li key={path}>
        <Link to={path}>
          <MenuIcon name={meta.icon} />
          {meta.title}
        </Link>
      </li>
    ))}
  </ul>
);
