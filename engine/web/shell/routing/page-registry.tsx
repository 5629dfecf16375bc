import { createElement, type ComponentType, type ReactElement } from 'react';
import { MisconfiguredPage } from '../error/misconfigured-page.tsx';
import { HomePage } from '@back-office/sys/home/web/home-page.tsx';
import { lazyPage } from './lazy-page.ts';

const pages = new Map<string, ReactElement>([
  // Part of the shell: what is fetched by itself shows its skeleton for a third of a second at least (React).
  ['home', createElement(HomePage)],
  ['profile', createElement(lazyPage(async () => (await import('@back-office/sys/account/web/profile-page.tsx')).ProfilePage))],
  ['exports', createElement(lazyPage(async () => (await import('@back-office/sys/exports/web/exports-page.tsx')).ExportsPage))],
  ['message', createElement(lazyPage(async () => (await import('@back-office/sys/notices/web/message-page.tsx')).MessagePage))],
]);

/** True for the page that is drawn without antd, and so is there before it. */
export const isPlain = (key: string): boolean => key === 'home';

/** The page of a component key such as sys/user/list; made once, so that it keeps its state while it is shown. */
export function pageOf(key: string): ReactElement {
  let page = pages.get(key);
  if (page === undefined) pages.set(key, (page = createElement(resourcePageOf(key))));
  return page;
}

// Apart from the shell: what the resources need is not fetched before one of them is opened.
const resourcePageOf = (key: string) => lazyPage(async () => (await import('./resource-pages.tsx')).resourcePage(key) ?? unknownPage(key));

/** Stands in the place of a page that a function record names and that there is not; everything else goes on. */
const unknownPage = (key: string): ComponentType =>
  function UnknownPage() {
    return <MisconfiguredPage reason={`没有名为“${key}”的页面，请检查功能管理中的“组件”。`} />;
  };
