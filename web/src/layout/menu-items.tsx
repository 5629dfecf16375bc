import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isExternalLink } from '../routing/external-link.ts';
import type { RouteRecord } from '../session/route-record.ts';
import { MenuIcon } from './menu-icon.tsx';

type Item = NonNullable<MenuProps['items']>[number];

/** The menu of the routes: no hidden entries, and a group with one visible child is that child (spec.md 2.3). */
export function menuItems(routes: readonly RouteRecord[]): Item[] {
  return routes.filter(isVisible).map((record) => {
    const children = (record.children ?? []).filter(isVisible);
    const [only] = children;
    if (only !== undefined && children.length === 1 && record.alwaysShow !== true) {
      return menuItems([{ ...only, meta: { ...only.meta, icon: only.meta.icon ?? record.meta.icon ?? '' } }])[0] ?? null;
    }
    const { title, icon } = record.meta;
    const own = { key: record.path, icon: <MenuIcon name={icon} />, title };
    if (children.length > 0) return { ...own, label: title, children: menuItems(children) };
    return { ...own, label: linkOf(record) };
  });
}

const isVisible = (record: RouteRecord): boolean => record.hidden !== true;

// The entry around it takes the focus, so the link itself is no stop of its own.
function linkOf({ path, meta }: RouteRecord): ReactNode {
  if (!isExternalLink(path)) {
    return (
      // With an opener the new tab shares this one's session; it is our own page.
      <Link to={path} tabIndex={-1} {...(meta.target === undefined ? {} : { target: meta.target, rel: 'opener' })}>
        {meta.title}
      </Link>
    );
  }
  return (
    <a href={path} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
      {meta.title}
    </a>
  );
}
