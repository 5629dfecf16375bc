import type { Resource } from '../resource/resource.ts';
import type { Rules } from '../resource/rules.ts';
import type { Feature } from './feature.ts';
import type { MenuBranch } from './menu.ts';
import type { Module } from './module.ts';
import type { RouteRecord } from './route-record.ts';

/** Everything that is declared, put together: what the engine of either side asks instead of naming a feature. */
export interface Office {
  readonly modules: readonly Module[];
  /** The features of all modules, in order. */
  readonly features: readonly Feature[];
  /** Every declaration, in the order of the features. */
  readonly resources: readonly Resource[];
  /** The declaration of that name; a name that nobody declared is a bug, so it throws. */
  readonly resourceOf: (name: string) => Resource;
  readonly rules: Rules;
  readonly menu: readonly MenuBranch[];
  /** Pages that every signed-in person has. */
  readonly pages: readonly RouteRecord[];
  /** Whether this feature is there. */
  readonly has: (feature: string) => boolean;
}

/**
 * Puts modules together. Throws where two features claim one name, where a feature that another needs was left out, and
 * where a menu entry stands in no group or leads to no resource: each with the place and the cure.
 */
export function makeOffice(modules: readonly Module[]): Office {
  const features = modules.flatMap((module) => module.features);
  const resources = features.flatMap((feature) => feature.resources ?? []);
  const names = new Set(features.map(({ name }) => name));
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const mistakes = [
    ...twice(features.map(({ name }) => name)).map((name) => `two features are named ${name}: rename one of them`),
    ...twice(resources.map(({ name }) => name)).map((name) => `two features declare ${name}: leave one of them out`),
    ...twice(features.flatMap(({ rules = {} }) => Object.keys(rules))).map((name) => `two features bring a rule ${name}: rename one`),
    ...features.flatMap(({ name, needs = [] }) =>
      needs.filter((other) => !names.has(other)).map((other) => `${name} needs ${other}: list ${other} too, or leave ${name} out`),
    ),
    ...misplaced(modules, byName),
    ...modules.flatMap(({ name, features: own }) => misnamed(name, own)),
  ];
  if (mistakes.length > 0) throw new Error(`These modules do not fit together:\n${mistakes.join('\n')}`);
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

const twice = (names: readonly string[]): string[] => [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];

/** The names of a module's resources begin with its own, so that two modules never meet by chance. */
const misnamed = (module: string, features: readonly Feature[]): string[] =>
  features
    .flatMap(({ resources = [] }) => resources)
    .filter(({ name }) => !name.startsWith(`${module}/`))
    .map(({ name }) => `${name} is declared in the module ${module}: call it ${module}/${name.slice(name.indexOf('/') + 1)}`);

function misplaced(modules: readonly Module[], resources: ReadonlyMap<string, Resource>): string[] {
  const groups = new Set(modules.flatMap(({ menu = [] }) => menu).map(({ path }) => path));
  return modules
    .flatMap(({ features }) => features)
    .flatMap(({ name, menu = [] }) =>
      menu.flatMap(({ resource, group }) => [
        ...(groups.has(group)
          ? []
          : [`the menu of ${name} stands in ${group}, a group that no module brings: name one in the module's menu`]),
        ...(resources.has(resource) ? [] : [`the menu of ${name} leads to ${resource}, which nobody declares`]),
      ]),
    );
}

/** Groups in the order of the modules, without those that stayed empty; entries by their order. */
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
