import type { Resource } from '@back-office/contract/resource/resource.ts';
import { resources } from '@back-office/sys/all.ts';
import type { ComponentType } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ListPage } from '../../crud/pages/list-page.tsx';
import { ViewPage } from '../../crud/pages/view-page.tsx';
import { pageOverrides } from '@back-office/sys/web.ts';

/** The page of a resource: its own where it has one, else the generic list or view; undefined for an unknown key. */
export function resourcePage(key: string): ComponentType | undefined {
  if (Object.hasOwn(pageOverrides, key)) return pageOverrides[key];
  const resource = resources.find(({ name }) => key === `${name}/list` || key === `${name}/view`);
  if (resource === undefined) return undefined;
  return key.endsWith('/list') ? listOf(resource) : viewOf(resource);
}

function listOf(resource: Resource): ComponentType {
  return function ResourceList() {
    return <ListPage resource={resource} />;
  };
}

function viewOf(resource: Resource): ComponentType {
  return function ResourceView() {
    const { id } = useParams();
    const [query] = useSearchParams();
    return <ViewPage resource={resource} id={id ?? query.get('id') ?? 'new'} />;
  };
}
