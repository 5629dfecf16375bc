import type { Resource } from '@back-office/contract/resource/resource.ts';
import { resources } from '@back-office/contract/resources/all.ts';
import { lazy, type ComponentType } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { pageOverrides } from '../resources/index.ts';

const ListPage = lazy(async () => ({ default: (await import('../crud/pages/list-page.tsx')).ListPage }));
const ViewPage = lazy(async () => ({ default: (await import('../crud/pages/view-page.tsx')).ViewPage }));

const pages = new Map<string, ComponentType>([
  ['home', lazy(async () => ({ default: (await import('../pages/home/home-page.tsx')).HomePage }))],
  ['profile', lazy(async () => ({ default: (await import('../pages/profile/profile-page.tsx')).ProfilePage }))],
  ...resources.flatMap((resource): [string, ComponentType][] => [
    [`${resource.name}/list`, listOf(resource)],
    [`${resource.name}/view`, viewOf(resource)],
  ]),
  ...Object.entries(pageOverrides),
]);

/** The page of a component key such as sys/user/list; undefined for a key that names none. */
export const pageOf = (key: string): ComponentType | undefined => pages.get(key);

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
