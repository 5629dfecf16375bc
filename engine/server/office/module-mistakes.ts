import { isNameOf } from '@back-office/contract/office/module-names.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import { type Resource, shownField } from '@back-office/contract/resource/resource.ts';
import { readFilters } from '../crud/filter.ts';
import { wrappable } from '../crud/wrap-operations.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { settingMistakes } from '../platform/module-settings.ts';
import { settingNames } from '../platform/settings.ts';
import { featuresOf, type PlacedFeature } from './office-features.ts';
import type { ServerFeature } from './server-feature.ts';
import type { ServerModule } from './server-module.ts';

/** What is wrong with the modules on the server, before anything is changed: a sentence each, with the place and the cure. */
export function moduleMistakes(office: Office, modules: readonly ServerModule[]): string[] {
  const features = featuresOf(office, modules);
  const listed = new Set(office.modules.map(({ name }) => name));
  return [
    ...modules
      .filter(({ name }) => !listed.has(name))
      .map(({ name }) => `there is a server part of a module ${name}, which the office does not list: list it, or leave the part out`),
    ...duplicates(modules.map(({ name }) => name)).map((name) => `two server parts are named ${name}: make them one`),
    ...duplicates(features.map(({ by }) => by)).map((by) => `two server parts of features are named ${by}: make them one`),
    ...features.flatMap((placed) => wrapMistakes(placed, office)),
    ...features.flatMap((placed) => findableMistakes(placed, office)),
    ...features.flatMap((placed) => waitingMistakes(placed, office)),
    ...duplicates(features.flatMap(({ feature: { waiting = [] } }) => waiting.map(({ name }) => name))).map(
      (name) => `two things that wait are named ${name}: call one of them otherwise`,
    ),
    ...clashes(features),
    ...claimMistakes(features, office, 'guards', ({ guards }) => guards, 'wrap its write instead'),
    ...claimMistakes(
      features,
      office,
      'says who reaches the files of',
      ({ fileReach }) => fileReach,
      'leave it out, and grant read on it instead',
    ),
    ...features.flatMap((placed) => undeclared(placed, office, 'chooses from', placed.feature.choosers)),
    ...modules.flatMap((module) => settingMistakes(module, settingNames)),
    ...modules.flatMap(tableMistakes),
  ];
}

/** In a table of another module, a module names only columns that are its own: those that an extension had, until they are dropped. */
const tableMistakes = ({ name: module, tables = {} }: ServerModule): string[] =>
  Object.entries(tables)
    .filter(([table, columns]) => !table.startsWith(`${module}_`) && !Object.keys(columns).every((column) => isNameOf(module, column)))
    .map(
      ([table]) =>
        `the table ${table} is one of the module ${module}: call it ${module}_${table.slice(table.indexOf('_') + 1)}, ` +
        `or name columns that the module added to another's, which begin with ${module}`,
    );

const duplicates = (names: readonly string[]): string[] => [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];

const isDeclared = (office: Office, resource: string): boolean => office.resources.some(({ name }) => name === resource);

function wrapMistakes({ by, feature: { wrap = {} } }: PlacedFeature, office: Office): string[] {
  return Object.entries(wrap).flatMap(([resource, wraps]) => {
    if (!isDeclared(office, resource)) return [`${by} wraps ${resource}, which nobody declares: correct the name, or leave the wrap out`];
    const known: readonly string[] = wrappable;
    return Object.keys(wraps)
      .filter((name) => !known.includes(name))
      .map((name) => `${by} wraps ${name} of ${resource}, which is no operation that can be wrapped: wrap ${wrappable.join(', ')}`);
  });
}

/** A field that is not stored as text fails each search, and a secret would be read out. */
function findableMistakes({ by, feature: { findable = [] } }: PlacedFeature, office: Office): string[] {
  return findable.flatMap(({ resource: name, detail }) => {
    const resource = office.resources.find((one) => one.name === name);
    if (resource === undefined) return [`${by} finds ${name}, which nobody declares: correct the name`];
    if (detail === undefined || ['text', 'longText', 'dict', 'colour'].includes(shownField(resource, detail)?.kind ?? '')) return [];
    return [`${by} finds ${name} by ${detail}, which is no field of text that records show: name another detail`];
  });
}

/** A filter that the list does not know would fail each opening of the first page. */
function waitingMistakes({ by, feature: { waiting = [] } }: PlacedFeature, office: Office): string[] {
  return waiting.flatMap((one) => {
    if (!('where' in one)) return [];
    const resource = office.resources.find(({ name }) => name === one.resource);
    if (resource === undefined)
      return [`${by} counts what waits of ${one.resource}, which nobody declares: correct the name of ${one.name}`];
    const { where, lately } = one;
    const since = lately === undefined ? [] : [['ge', `${lately.field}:2026-01-31 00:00:00`] as const];
    return [...where, ...since].flatMap(([operator, item]) => {
      const issue = filterIssue(resource, operator, item);
      return issue === undefined ? [] : [`${by} filters ${one.resource} ${issue} for ${one.name}`];
    });
  });
}

/** Why a list would not take a filter, or would find nothing by it whatever there is. */
function filterIssue(resource: Resource, operator: string, item: string): string | undefined {
  const [name = '', value = ''] = item.split(/:(.*)/s);
  if (!resource.search.includes(name)) return `by ${name}, by which its list cannot be searched,`;
  if (!['like', 'eq', 'ge', 'le'].includes(operator)) return `by ${operator}, which is none of like, eq, ge and le,`;
  if (operator === 'eq' && shownField(resource, name)?.kind === 'boolean' && !['是', '否', ''].includes(value))
    return `by ${item}, which is neither 是 nor 否,`;
  try {
    readFilters(resource, { [operator]: item });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `by ${item}, which its list refuses (${error.message}),`;
  }
}

/** What only one feature can do. */
function clashes(features: readonly PlacedFeature[]): string[] {
  const single = (what: string, has: (feature: ServerFeature) => boolean): string[] => {
    const claims = features.filter(({ feature }) => has(feature)).map(({ by }) => by);
    return claims.length > 1 ? [`${claims.join(' and ')} both ${what}: leave one of them out`] : [];
  };
  return [
    ...single('say which words dictionaries offer (choicesOf)', ({ choicesOf }) => choicesOf !== undefined),
    ...single('say what a frame tells of a notice (readNotice)', ({ readNotice }) => readNotice !== undefined),
  ];
}

type ByResource = Readonly<Record<string, unknown>> | undefined;

function undeclared({ by }: PlacedFeature, office: Office, does: string, given: ByResource): string[] {
  return Object.keys(given ?? {})
    .filter((resource) => !isDeclared(office, resource))
    .map((resource) => `${by} ${does} ${resource}, which nobody declares: correct the name, or leave it out`);
}

/** What one feature alone can say of a resource, and only of its own module's: nothing is replaced. */
function claimMistakes(
  features: readonly PlacedFeature[],
  office: Office,
  does: string,
  of: (feature: ServerFeature) => ByResource,
  cure: string,
): string[] {
  const claims = features.flatMap(({ module, by, feature }) =>
    Object.keys(of(feature) ?? {}).map((resource) => ({ module, by, resource })),
  );
  return [
    ...features.flatMap((placed) => undeclared(placed, office, does, of(placed.feature))),
    ...claims
      .filter(({ module, resource }) => isDeclared(office, resource) && !resource.startsWith(`${module}/`))
      .map(({ by, resource }) => `${by} ${does} ${resource}, which is another module's: ${cure}`),
    ...claims.flatMap(({ module, by, resource }, at) => {
      const other = claims.slice(0, at).find((one) => one.module === module && one.resource === resource);
      return other === undefined ? [] : [`${by} ${does} ${resource}, as ${other.by} does: leave one of them out`];
    }),
  ];
}
