import { Link } from 'react-router';
import { isExternalLink } from '../../platform/routing/is-external-link.ts';
import { MenuIcon } from './menu-icon.tsx';
import type { MenuNode } from './menu-nodes.ts';
import type { SideMenuState } from './side-menu-state.ts';

/** A menu entry. It opens in a new window only if its record says so, whether it is inside or outside the application. */
export function SideLink({ node: { key, path, title, icon, target }, state }: { node: MenuNode; state: SideMenuState }) {
  const common = {
    className: 'side-entry',
    'data-entry': key,
    tabIndex: state.stop === key ? 0 : -1,
    ...(state.selected === key ? { 'aria-current': 'page' as const } : {}),
    ...(state.collapsed ? { title } : {}),
  };
  const content = (
    <>
      <MenuIcon name={icon} />
      <span className="side-title">{title}</span>
    </>
  );
  return (
    <li role="menuitem">
      {isExternalLink(path) ? (
        <a {...common} href={path} {...(target === undefined ? {} : { target })} rel="noopener noreferrer">
          {content}
        </a>
      ) : (
        // With an opener the new tab shares this one's session; that is safe, as it is our own page.
        <Link {...common} to={path} {...(target === undefined ? {} : { target, rel: 'opener' })}>
          {content}
        </Link>
      )}
    </li>
  );
}
