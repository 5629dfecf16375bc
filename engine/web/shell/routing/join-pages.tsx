import { strayParts } from '@back-office/contract/office/stray-parts.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { ComponentType } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Cells } from '../../crud/fields/cells.tsx';
import { ListPage } from '../../crud/pages/list-page.tsx';
import { ViewPage } from '../../crud/pages/view-page.tsx';
import { ownTabs, type RecordTab } from '../../crud/parts/record-tab.ts';
import { type Claim, claimsOf, clashes, throwConflicts } from '../../platform/office/claims.ts';
import { theOffice } from '../../platform/office/open-office.ts';
import { type Names, unknownProperties } from '../../platform/office/unknown-properties.ts';
import { PartLoadError } from '../../platform/timing/lazy-part.ts';
import type { FindPage } from './shell-slots.tsx';
import type { WebFeature } from './web-feature.ts';
import type { LoadedModule } from './web-module.ts';

interface JoinedPages {
  readonly pageOf: FindPage;
  readonly cells: Cells;
  readonly recordTabs: readonly RecordTab[];
}

const featureNames: Names<WebFeature> = { name: true, pages: true, cells: true, recordTabs: true };

/**
 * Joins the pages of all modules. The page of a key is a feature's own, or else the generic list or view. Throws, with a sentence for each fault, if
 * two features claim the same thing, if something belongs to no declared feature, if a property name is unknown, or if a cell or a tab is for an
 * undeclared resource. Parts for a feature that is left out are ignored.
 */
export function joinPages(modules: readonly LoadedModule[]): JoinedPages {
  const office = theOffice();
  const loaded = modules.flatMap(({ name, features }) => (features === undefined ? [] : [{ name, features }]));
  const failed = modules.filter(({ features }) => features === undefined).map(({ name }) => name);
  const features = loaded.flatMap(({ name, features: own }) =>
    own.filter((feature) => office.has(feature.name)).map((feature) => ({ ...feature, by: `${name}/${feature.name}` })),
  );
  const cells = claimsOf(features, ({ cells: own = {} }) => Object.keys(own));
  const tabs = features.flatMap(({ recordTabs = [], by }) => recordTabs.map((tab) => ({ ...tab, by })));
  throwConflicts([
    ...strayParts(office, 'page', loaded),
    ...unknownProperties(features, featureNames),
    ...clashes(
      'page',
      claimsOf(features, ({ pages = {} }) => Object.keys(pages)),
    ),
    ...clashes('cell', cells),
    ...clashes(
      'tab',
      [...office.resources.flatMap(engineTabs), ...tabs].map(({ name, resource, by }) => ({ what: `${name} of ${resource}`, by })),
    ),
    ...undeclaredFields(office, cells),
    ...undeclaredResources(office, tabs),
  ]);
  const own = new Map(features.flatMap(({ pages = {} }) => Object.entries(pages)));
  return {
    pageOf: (key) => {
      if (failed.some((name) => key.startsWith(`${name}/`))) throw new PartLoadError(`The pages of a module could not be fetched: ${key}`);
      return own.get(key) ?? patternPage(office, key);
    },
    cells: Object.assign({}, ...features.map(({ cells: kits }) => kits)) as Cells,
    recordTabs: tabs.toSorted((a, b) => a.order - b.order),
  };
}

/** Names that features' tabs must not use. */
const engineTabs = ({ name: resource }: Resource) => ownTabs.map((name) => ({ name, resource, by: 'the engine' }));

/** Resources of features that are left out: other features' parts for their pages are ignored. */
const leftOut = ({ modules }: Office): Resource[] =>
  modules.flatMap(({ leftOut: out = [] }) => out).flatMap(({ resources = [] }) => resources);

const undeclaredFields = (office: Office, cells: readonly Claim[]): string[] => {
  const resources = [...office.resources, ...leftOut(office)];
  return cells
    .filter(({ what }) => {
      const dot = what.lastIndexOf('.');
      const resource = resources.find(({ name }) => name === what.slice(0, dot));
      return resource === undefined || !Object.hasOwn(resource.fields, what.slice(dot + 1));
    })
    .map(
      ({ what, by }) =>
        `${by} brings a cell of ${what}, a field that no resource has: name it as resource.field, such as sys/user.userName`,
    );
};

const undeclaredResources = (office: Office, tabs: readonly (RecordTab & Pick<Claim, 'by'>)[]): string[] => {
  const names = [...office.resources, ...leftOut(office)].map(({ name }) => name);
  return tabs
    .filter(({ resource }) => !names.includes(resource))
    .map(
      ({ resource, name, by }) => `${by} brings the tab ${name} of ${resource}, which nobody declares: name a resource such as sys/user`,
    );
};

function patternPage({ resources }: Office, key: string): ComponentType | undefined {
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
