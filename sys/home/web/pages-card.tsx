import { CheckOutlined, CloseOutlined, PushpinOutlined } from '@ant-design/icons-svg';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { usePreference } from '@back-office/web/platform/preferences/use-preference.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { Glyph } from '@back-office/web/platform/ui/glyph.tsx';
import { MenuIcon } from '@back-office/web/shell/menu/menu-icon.tsx';
import { menuPages } from './menu-pages.ts';
import './pages-card.css';

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
  const paths: readonly unknown[] = Array.isArray(kept) ? kept : [];
  const chosen = pages.filter(({ path }) => paths.includes(path));
  // Pages that the person has not at the moment, or that are gone for good.
  const unknown = paths.filter((one) => typeof one === 'string').filter((one) => !pages.some(({ path }) => path === one));
  const toggle = (path: string): void => {
    const off = paths.includes(path);
    preferenceStore.step(key, (now) => {
      // Also those that are unknown here and now, such as while a module is switched off.
      const others = (Array.isArray(now) ? now : []).filter((one) => one !== path);
      const next = off ? others : [...others, path];
      return next.length === 0 ? undefined : next;
    });
  };
  return (
    <>
      <div className="home-card-head">
        <h2>常用页面</h2>
        <button type="button" className="link-button" aria-pressed={choosing} onClick={() => setChoosing(!choosing)}>
          {choosing ? '选好了' : '选择页面'}
        </button>
      </div>
      {choosing ? (
        <ul className="home-links">
          {pages.map(({ path, meta }) => (
            <li key={path}>
              <button type="button" aria-pressed={chosen.some((page) => page.path === path)} onClick={() => toggle(path)}>
                <MenuIcon name={meta.icon} />
                {meta.title}
                <Glyph of={chosen.some((page) => page.path === path) ? CheckOutlined : PushpinOutlined} className="home-more" />
              </button>
            </li>
          ))}
          {unknown.map((path) => (
            <li key={path}>
              <button type="button" aria-label={`移除 ${path}，现在打不开`} onClick={() => toggle(path)}>
                <span className="home-unknown">
                  {path}，<small>现在打不开</small>
                </span>
                <Glyph of={CloseOutlined} className="home-more" />
              </button>
            </li>
          ))}
        </ul>
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
