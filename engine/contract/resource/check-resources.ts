import { type Field, hasLabel, withinOf } from './field.ts';
import { parentFieldOf, type Resource } from './resource.ts';
import type { Rules } from './rules.ts';

/**
 * Checks the set of declarations at start. Gives one sentence for each mistake, with its place; none when all is well.
 */
export function checkResources(resources: readonly Resource[], rules: Rules): string[] {
  const names = new Set(resources.map((resource) => resource.name));
  const twice = resources.filter((resource, at) => resources.findIndex((other) => other.name === resource.name) !== at);
  return [
    ...twice.map((resource) => `${resource.name}: declared twice`),
    ...resources.flatMap((resource) => [
      ...listMistakes(resource),
      ...fieldMistakes(resource, names, resources),
      ...shapeMistakes(resource, rules),
    ]),
  ];
}

const lists = ['list', 'form', 'search', 'import', 'export'] as const;

function listMistakes(resource: Resource): string[] {
  const has = (name: string): boolean => Object.hasOwn(resource.fields, name);
  const kind = (name: string): string | undefined => resource.fields[name]?.kind;
  return lists.flatMap((list) => {
    const place = `${resource.name}.${list}`;
    const names = resource[list];
    return [
      ...names.filter((name) => !has(name)).map((name) => `${place}: there is no field ${name}`),
      ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${place}: ${name} is named twice`),
      ...names
        .filter((name) => kind(name) === 'secret' && list !== 'form' && list !== 'import')
        .map((name) => `${place}: ${name} is a secret and is never read out`),
      ...names
        .filter((name) => list === 'import' && has(name) && !resource.form.includes(name))
        .map((name) => `${place}: ${name} is not in form, so an import could not write it`),
    ];
  });
}

function fieldMistakes(resource: Resource, names: ReadonlySet<string>, resources: readonly Resource[]): string[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const place = `${resource.name}.fields.${name}`;
    const mistakes: string[] = [];
    if (field.label.trim() === '') mistakes.push(`${place}: has no label`);
    if ((field.kind === 'reference' || field.kind === 'references') && !names.has(field.to)) {
      mistakes.push(`${place}: refers to ${field.to}, which is not declared`);
    }
    mistakes.push(...withinMistakes(resource, field, resources).map((mistake) => `${place}.within: ${mistake}`));
    if (field.kind === 'secret' && field.log !== undefined) mistakes.push(`${place}: a secret is never logged`);
    if (hasLabel(field) && Object.hasOwn(resource.fields, `${name}Label`)) mistakes.push(`${place}: ${name}Label is its label's name`);
    return mistakes;
  });
}

/** What is chosen can only share a reference that both records have. */
function withinMistakes(resource: Resource, field: Field, resources: readonly Resource[]): string[] {
  const name = withinOf(field);
  if (name === undefined) return [];
  const target = field.kind === 'parent' ? resource : resources.find((other) => field.kind === 'reference' && other.name === field.to);
  const [here, there] = [resource.fields[name], target?.fields[name]];
  const same = here?.kind === 'reference' && there?.kind === 'reference' && here.to === there.to;
  return same ? [] : [`${name} is no reference that ${resource.name} and ${target?.name ?? 'it'} both have`];
}

function shapeMistakes(resource: Resource, rules: Rules): string[] {
  const place = resource.name;
  const [sortField = '', direction = ''] = resource.sort.split(':');
  const mistakes: string[] = [];
  if (!/^[a-z][a-z0-9]*\/[a-z][a-z-]*$/.test(place)) mistakes.push(`${place}: a name is its module's, / and words with hyphens`);
  if (!Object.hasOwn(resource.fields, resource.label)) mistakes.push(`${place}.label: there is no field ${resource.label}`);
  if (!Object.hasOwn(resource.fields, sortField) || !/^(?:asc|desc)$/.test(direction))
    mistakes.push(`${place}.sort: ${resource.sort} is no field:asc or field:desc`);
  if (Object.values(resource.fields).filter((field) => field.kind === 'parent').length > 1)
    mistakes.push(`${place}.fields: more than one parent`);
  if (parentFieldOf(resource) !== undefined && !resource.search.includes(parentFieldOf(resource) ?? ''))
    mistakes.push(`${place}.search: a tree is loaded by its parent, which is not named`);
  for (const name of scopeNames(resource)) mistakes.push(`${place}.scope: there is no field ${name}, nor is it among its hidden columns`);
  for (const rule of resource.rules) if (!Object.hasOwn(rules, rule)) mistakes.push(`${place}.rules: there is no rule ${rule}`);
  for (const key of resource.unique) {
    for (const name of key) if (!Object.hasOwn(resource.fields, name)) mistakes.push(`${place}.unique: there is no field ${name}`);
  }
  if (!resource.operations.includes('save') && resource.form.length > 0)
    mistakes.push(`${place}.form: names fields, but nothing is ever saved`);
  return mistakes;
}

/** Names in the scope that are neither fields nor hidden columns. */
function scopeNames({ scope, fields }: Resource): string[] {
  const names = [scope?.org, scope?.person, scope?.of].filter((name) => name !== undefined);
  return names.filter((name) => name !== 'id' && !Object.hasOwn(fields, name) && scope?.hidden?.includes(name) !== true);
}
