import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { ComponentType } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ListPage } from '../../crud/pages/list-page.tsx';
import { ViewPage } from '../../crud/pages/view-page.tsx';
import { theOffice } from '../../platform/office/open-office.ts';
import type { WebFeature } from './web-feature.ts';

/**
 * Finds the page of a resource's component key: what a feature brings, else the generic list or view; undefined for an
 * unknown key. Throws where two features bring one page.
 */
export function resourcePagesOf(features: readonly WebFeature[]): (key: string) => ComponentType | undefined {
  const own = new Map<string, ComponentType>();
  for (const { name, pages } of features)
    for (const [key, page] of Object.entries(pages)) {
      if (own.has(key)) throw new Error(`${name} brings the page ${key}, which another feature brings: leave one of them out`);
      own.set(key, page);
    }
  return (key) => own.get(key) ?? patternPage(key);
}

function patternPage(key: string): ComponentType | undefined {
  const resource = theOffice().resources.find(({ name }) => key === `${name}/list` || key === `${name}/view`);
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
