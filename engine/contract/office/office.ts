import { extendResource } from '../resource/extension.ts';
import type { Resource } from '../resource/resource.ts';
import type { Rules } from '../resource/rules.ts';
import type { Feature } from './feature.ts';
import type { MenuBranch } from './menu.ts';
import type { Module } from './module.ts';
import type { RouteRecord } from './route-record.ts';

/** All declarations combined: the engine of either side reads them here and names no feature itself. */
export interface Office {
  readonly modules: readonly Module[];
  /** The features of all modules, in order. */
  readonly features: readonly Feature[];
  /** Every declaration, in the order of the features, each with the fields that other modules add. */
  readonly resources: readonly Resource[];
  /** The declaration with that name; throws for an undeclared name, which is a bug. */
  readonly resourceOf: (name: string) => Resource;
  readonly rules: Rules;
  readonly menu: readonly MenuBranch[];
  /** Pages for every signed-in user. */
  readonly pages: readonly RouteRecord[];
  /** Whether the office has this feature. */
  readonly has: (feature: string) => boolean;
}

/**
 * Combines modules, with the fields that they add to each other's resources. It checks nothing, to stay small: `makeOffice` checks the modules, and
 * so does the server before it starts (`require-office.ts`).
 */
export function joinModules(modules: readonly Module[]): Office {
  const features = modules.flatMap((module) => module.features);
  const extensions = Map.groupBy(
    features.flatMap(({ extend = [] }) => extend),
    ({ resource }) => resource,
  );
  const resources = features
    .flatMap((feature) => feature.resources ?? [])
    .map((resource) => extendResource(resource, extensions.get(resource.name) ?? []));
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const names = new Set(features.map(({ name }) => name));
  return {
    modules,
    features,
    resources,
    resourceOf: (name) => {
      const resource = byName.get(name);
      if (resource === undefined) throw new Error(`No resource is named ${name}`);
      return resource;
    },
    rules: Object.assign({}, ...features.map(({ rules }) => rules)) as Rules,
    menu: menuOf(modules),
    pages: features.flatMap(({ pages = [] }) => pages),
    has: (feature) => names.has(feature),
  };
}

/** The groups in the order of the modules, without empty ones; their entries sorted by `order`. */
function menuOf(modules: readonly Module[]): MenuBranch[] {
  const sections = modules.flatMap(({ features }) => features).flatMap(({ menu = [] }) => menu);
  const groups = new Map(modules.flatMap(({ menu = [] }) => menu).map((group) => [group.path, group]));
  return [...groups.values()]
    .map((group) => ({
      ...group,
      sections: sections.filter((section) => section.group === group.path).toSorted((a, b) => a.order - b.order),
    }))
    .filter((branch) => branch.sections.length > 0);
}
