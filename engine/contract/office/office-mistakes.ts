import { moduleName, resourceName } from '../resource/name-patterns.ts';
import { standardPermissions } from '../resource/permission.ts';
import { type Extension, unknownNames } from '../resource/extension.ts';
import type { Resource } from '../resource/resource.ts';
import type { Feature } from './feature.ts';
import { type MenuEntry, sectionPath, subjectOf } from './menu.ts';
import type { Module } from './module.ts';
import { changeKinds, eventName } from './own-events.ts';
import { isNameOf, permissionName } from './module-names.ts';

/** A feature and its module. */
interface Placed {
  readonly module: string;
  readonly feature: Feature;
}

/** The reasons why these modules cannot be combined: one sentence each, with the place and the fix. */
export function officeMistakes(modules: readonly Module[]): string[] {
  const placed = modules.flatMap(({ name: module, features }) => features.map((feature) => ({ module, feature })));
  return [
    ...modules
      .filter(({ name }) => !new RegExp(`^${moduleName}$`).test(name))
      .map(({ name }) => `a module is named ${name}: name it in small letters, such as acme`),
    ...duplicatesIn(modules.map(({ name }) => name)).map((name) => `two modules are named ${name}: rename one of them`),
    ...duplicatesIn(placed.map(nameOf)).map((name) => `two features are named ${name}: rename one of them`),
    ...claimedTwice(modules, placed),
    ...neededMistakes(placed),
    ...menuMistakes(modules, placed),
    ...placed.flatMap(prefixMistakes),
    ...extensionMistakes(placed),
    ...placed.flatMap(eventMistakes),
  ];
}

const nameOf = ({ module, feature }: Placed): string => `${module}/${feature.name}`;

const duplicatesIn = (names: readonly string[]): string[] => [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];

/** Names that two features, of the same module or of different ones, both claim. */
function claimedTwice(modules: readonly Module[], placed: readonly Placed[]): string[] {
  const clashes = (what: string, cure: string, namesOf: (feature: Feature) => readonly string[]): string[] => {
    const claims = placed.flatMap((one) => namesOf(one.feature).map((name) => ({ name, by: nameOf(one) })));
    return [...Map.groupBy(claims, ({ name }) => name)]
      .filter(([, all]) => all.length > 1)
      .map(([name, all]) => `${all.map(({ by }) => by).join(' and ')} both ${what} ${name}: ${cure}`);
  };
  return [
    ...clashes('declare', 'leave one of them out', ({ resources = [] }) => resources.map(({ name }) => name)),
    ...clashes('bring a rule', 'rename one', ({ rules = {} }) => Object.keys(rules)),
    ...clashes('lead the menu to', 'leave one of the entries out', ({ menu = [] }) => menu.map(subjectOf)),
    ...clashes('bring a page named', 'rename one', ({ pages = [] }) => pages.map(({ name }) => name)),
    ...clashes('claim the path', 'give one of them another', ({ pages = [], menu = [] }) => [
      ...pages.map(({ path }) => path),
      ...new Set(menu.map(sectionPath)),
    ]),
    ...duplicatesIn(modules.flatMap(({ menu = [] }) => menu.map(({ path }) => path))).map(
      (path) => `two modules bring a group ${path} of the menu: name it in one of them only`,
    ),
  ];
}

function neededMistakes(placed: readonly Placed[]): string[] {
  const names = new Set(placed.map(({ feature }) => feature.name));
  return placed.flatMap(({ feature: { name, needs = [] } }) =>
    needs.filter((other) => !names.has(other)).map((other) => `${name} needs ${other}: list ${other} too, or leave ${name} out`),
  );
}

function permissionMistakes(feature: string, resource: string, word: string): string[] {
  const entry = `the menu of ${feature} gives ${resource} the permission ${word}`;
  if (standardPermissions.some((known) => known === word)) return [`${entry}, which every resource has: leave it out`];
  return new RegExp(`^${permissionName}$`).test(word) ? [] : [`${entry}: name it in letters, digits, _, : and -, a letter first`];
}

function menuMistakes(modules: readonly Module[], placed: readonly Placed[]): string[] {
  const groups = new Set(modules.flatMap(({ menu = [] }) => menu).map(({ path }) => path));
  const resources = new Set(placed.flatMap(({ feature: { resources: own = [] } }) => own.map(({ name }) => name)));
  return [
    ...placed.flatMap(({ feature: { name, menu = [] } }) =>
      menu.flatMap((entry) => [
        ...(groups.has(entry.group)
          ? []
          : [`the menu of ${name} stands in ${entry.group}, a group that no module brings: name one in the module's menu`]),
        ...targetMistakes(name, entry, resources),
      ]),
    ),
    ...placed.flatMap(({ feature: { name, menu = [] } }) =>
      menu.flatMap((entry) => Object.keys(entry.permissions ?? {}).flatMap((word) => permissionMistakes(name, subjectOf(entry), word))),
    ),
    ...modules.flatMap(({ name: module, menu = [] }) =>
      menu.flatMap(({ path }) => wrongNameMistakes(module, 'the group of the menu', path, `/${module}${path}`)),
    ),
  ];
}

/** A resource that nobody declares; a page with the name of a resource or an invalid key. */
function targetMistakes(feature: string, entry: MenuEntry, resources: ReadonlySet<string>): string[] {
  if (!('page' in entry))
    return resources.has(entry.resource) ? [] : [`the menu of ${feature} leads to ${entry.resource}, which nobody declares`];
  const place = `the menu of ${feature} leads to the page ${entry.page}`;
  if (resources.has(entry.page)) return [`${place}, which is a resource: name it as its resource, or call the page otherwise`];
  return new RegExp(`^${resourceName}$`).test(entry.page) ? [] : [`${place}: name it by the module and a word, such as acme/months`];
}

/** Names of a module must begin with its name, so that they collide with no other module and no later version of this product. */
function prefixMistakes({ module, feature }: Placed): string[] {
  const { resources = [], rules = {}, pages = [], menu = [] } = feature;
  const rest = (name: string, sign: RegExp): string => name.slice(name.search(sign) + 1);
  return [
    ...resources
      .filter(({ name }) => !name.startsWith(`${module}/`))
      .map(({ name }) => `${name} is declared in the module ${module}: call it ${module}/${rest(name, /\//)}`),
    ...resources
      .flatMap(tablesOf)
      .filter((table) => !table.startsWith(`${module}_`))
      .map((table) => `the table ${table} is one of the module ${module}: call it ${module}_${rest(table, /_/)}`),
    ...Object.keys(rules).flatMap((rule) => wrongNameMistakes(module, 'the rule', rule, camel(module, rule))),
    ...menu.flatMap((entry) =>
      'page' in entry ? wrongNameMistakes(module, 'the page', entry.page, `${module}/${rest(entry.page, /\//)}`) : [],
    ),
    ...pages.flatMap(({ path, name }) => [
      ...wrongNameMistakes(module, 'the page at', path, `/${module}${path}`),
      ...wrongNameMistakes(module, 'the page', name, camel(module, name)),
    ]),
  ];
}

const tablesOf = ({ table, fields }: Resource): string[] => [table, ...Object.values(fields).flatMap(linkOf)];
const linkOf = (field: Resource['fields'][string]): string[] => (field.kind === 'references' ? [field.link] : []);

const camel = (module: string, name: string): string => `${module}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const wrongNameMistakes = (module: string, what: string, name: string, right: string): string[] =>
  isNameOf(module, name) ? [] : [`${what} ${name} is one of the module ${module}: call it ${right}`];

function extensionMistakes(placed: readonly Placed[]): string[] {
  const resources = new Map(
    placed.flatMap(({ module, feature: { resources: own = [] } }) => own.map((one) => [one.name, { one, module }])),
  );
  const added = placed.flatMap(({ module, feature: { name, extend = [] } }) =>
    extend.map((extension) => ({ module, by: name, extension })),
  );
  return [
    ...duplicatesIn(added.flatMap(({ extension: { resource, fields } }) => Object.keys(fields).map((field) => `${resource}.${field}`))).map(
      (field) => `${field} is added twice: rename one`,
    ),
    ...added.flatMap(({ module, by, extension }) => oneExtension(module, by, extension, resources.get(extension.resource))),
  ];
}

function oneExtension(module: string, by: string, extension: Extension, target: { one: Resource; module: string } | undefined): string[] {
  const place = `${module}/${by} adds to ${extension.resource}`;
  if (target === undefined) return [`${place}, which nobody declares`];
  if (target.module === module) return [`${place}, which is of the same module: put the fields into its declaration`];
  return [
    ...Object.keys(extension.fields).flatMap((field) => wrongNameMistakes(module, `the field that ${place},`, field, camel(module, field))),
    ...Object.values(extension.fields)
      .flatMap(linkOf)
      .flatMap((table) => wrongNameMistakes(module, 'the table', table, `${module}_${table}`)),
    ...(extension.unique ?? [])
      .filter((names) => !names.some((name) => Object.hasOwn(extension.fields, name)))
      .map((names) => `${place}: ${names.join(' and ')} are unique, none of which it adds: name one of its fields with them`),
    ...unknownNames(extension).map((name) => `${place}: there is no field ${name} among those that it adds`),
  ];
}

function eventMistakes({ module, feature: { name: by, resources = [], events = [] } }: Placed): string[] {
  return events.flatMap(({ resource, words }) => {
    const place = `${module}/${by} names events of ${resource}`;
    if (!resources.some(({ name }) => name === resource)) return [`${place}, which is not among its resources: name them in its feature`];
    return Object.keys(words)
      .filter((name) => Object.hasOwn(changeKinds, name) || !new RegExp(`^${eventName}$`).test(name))
      .map((name) => `${place}: none can be named ${name}: name it with a word of its own, of 2 to 30 letters, such as approved`);
  });
}
