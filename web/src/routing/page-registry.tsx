import { createElement, lazy, type ComponentType, type ReactElement } from 'react';
import { Navigate } from 'react-router';

const pages = new Map<string, ReactElement>([
  ['home', createElement(lazy(async () => ({ default: (await import('../pages/home/home-page.tsx')).HomePage })))],
  ['profile', createElement(lazy(async () => ({ default: (await import('../pages/profile/profile-page.tsx')).ProfilePage })))],
]);

/** The page of a component key such as sys/user/list; made once, so that it keeps its state while it is shown. */
export function pageOf(key: string): ReactElement {
  let page = pages.get(key);
  if (page === undefined) pages.set(key, (page = createElement(lazyPage(key))));
  return page;
}

// Apart from the shell: what the resources need is not fetched before one of them is opened.
const lazyPage = (key: string): ComponentType =>
  lazy(async () => ({ default: (await import('./resource-pages.tsx')).resourcePage(key) ?? NoPage }));

const NoPage = () => <Navigate to="/error/404" replace />;
