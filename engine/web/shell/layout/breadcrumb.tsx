import { Link, useLocation } from 'react-router';
import { matchRoute } from '../../platform/routing/match-route.ts';
import { homePath } from '../../platform/routing/safe-redirect.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import './breadcrumb.css';

/** The path to the current page; the home page has none. */
export function Breadcrumb({ routes }: { routes: RouteRecord[] }) {
  const { pathname } = useLocation();
  const match = matchRoute(routes, pathname);
  const whole = match.kind === 'page' || match.kind === 'broken' ? match.trail : [];
  // A menu entry and its only page may have the same name.
  const trail = whole.filter(({ meta }, at) => meta.breadcrumb !== false && meta.title !== whole[at - 1]?.meta.title);
  const items = trail.map(({ path, meta }, at) => ({
    key: path,
    title: at === trail.length - 1 || path.includes(':') ? meta.title : <Link to={path}>{meta.title}</Link>,
  }));
  const home = { key: homePath, title: <Link to={homePath}>首页</Link> };
  return (
    <nav className="shell-breadcrumb" aria-label="面包屑">
      {trail.length > 0 && (
        <ol>
          {[home, ...items].map(({ key, title }) => (
            <li key={key}>{title}</li>
          ))}
        </ol>
      )}
    </nav>
  );
}
