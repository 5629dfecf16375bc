import type { Page } from '@playwright/test';
import { office } from '@back-office/app/office.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Api } from './api.ts';

interface Route {
  path: string;
  component?: string;
  children?: Route[];
}

/**
 * The paths of every page in the application's own table, so that a page is tested from the day it is added; for a
 * view, an empty form and some record.
 */
export async function pathsOf(page: Page, api: Api): Promise<string[]> {
  const table = await page.evaluate(() => JSON.parse(sessionStorage.getItem('routes') ?? '[]') as Route[]);
  const flat = (routes: Route[]): Route[] => routes.flatMap((route) => [route, ...flat(route.children ?? [])]);
  const paths: string[] = [];
  for (const { path, component } of flat(table)) {
    if (component === undefined) continue;
    if (!path.includes('/:id')) paths.push(path);
    else for (const id of await idsOf(api, component.replace(/\/view$/, ''))) paths.push(path.replace('/:id', `/${id}`));
  }
  return paths;
}

async function idsOf(api: Api, resource: string): Promise<string[]> {
  const declared = office.resources.find(({ name }) => name === resource);
  const { items } = await api.call<PageAnswer<AnyRow>>('GET', `${resource}/select-page?limit=1`);
  return [...(declared?.operations.includes('save') === true ? ['new'] : []), ...items.map(({ id }) => id)];
}
