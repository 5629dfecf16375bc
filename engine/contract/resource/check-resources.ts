import { resourceName } from './name-patterns.ts';
import { fieldMistakes } from './field-mistakes.ts';
import type { Browse } from './browse.ts';
import { baseFields, fieldLists, parentFieldOf, type Resource } from './resource.ts';
import type { Rules } from './rules.ts';

/** Checks all declarations at start. Returns one sentence for each mistake, with its place; empty when there is none. */
export function checkResources(resources: readonly Resource[], rules: Rules): string[] {
  const twice = resources.filter((resource, at) => resources.findIndex((other) => other.name === resource.name) !== at);
  return [
    ...twice.map((resource) => `${resource.name}: declared twice`),
    ...resources.flatMap((resource) => tableMistakes(resource, resources)),
    ...resources.flatMap((resource) => [
      ...listMistakes(resource),
      ...browseMistakes(resource),
      ...fieldMistakes(resource, resources),
      ...shapeMistakes(resource, rules),
    ]),
  ];
}

function listMistakes(resource: Resource): string[] {
  const has = (name: string): boolean => Object.hasOwn(resource.fields, name);
  const kind = (name: string): string | undefined => resource.fields[name]?.kind;
  return fieldLists.flatMap((list) => {
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

function browseMistakes({ name: resource, browse, fields, search }: Resource): string[] {
  const { find = [], filters = [], card = [], tree, grams = [] } = browse;
  const kind = (name: string): string => (Object.hasOwn(fields, name) ? (fields[name]?.kind ?? '') : '');
  const wrong = (part: keyof Browse, names: readonly string[], fits: (name: string) => boolean, why: string): string[] =>
    names.filter((name) => !fits(name)).map((name) => `${resource}.browse.${part}: ${name} ${why}`);
  return [
    ...wrong('find', find, (name) => ['text', 'longText'].includes(kind(name)), 'is no text field, and the search box looks in texts'),
    ...wrong(
      'filters',
      filters,
      (name) => search.includes(name) && ['dict', 'boolean', 'datetime'].includes(kind(name)),
      'is not in search, or has no few choices and is no time',
    ),
    ...wrong('card', card, (name) => kind(name) !== '', 'is no field'),
    ...wrong('grams', grams, (name) => ['text', 'longText', 'dict'].includes(kind(name)), 'is no text field'),
    ...wrong('tree', [tree ?? []].flat(), (name) => kind(name) === 'reference' && search.includes(name), 'is no reference in search'),
  ];
}

function shapeMistakes(resource: Resource, rules: Rules): string[] {
  const place = resource.name;
  const [sortField = '', direction = ''] = resource.sort.split(':');
  const mistakes: string[] = [];
  if (!new RegExp(`^${resourceName}$`).test(place)) mistakes.push(`${place}: a name is its module's, / and words with hyphens`);
  if (!Object.hasOwn(resource.fields, resource.label)) mistakes.push(`${place}.label: there is no field ${resource.label}`);
  if (!Object.hasOwn(resource.fields, sortField) || !/^(?:asc|desc)$/.test(direction))
    mistakes.push(`${place}.sort: ${resource.sort} is no field:asc or field:desc`);
  if (Object.values(resource.fields).filter((field) => field.kind === 'parent').length > 1)
    mistakes.push(`${place}.fields: more than one parent`);
  const parent = parentFieldOf(resource);
  if (parent !== undefined && !resource.search.includes(parent))
    mistakes.push(`${place}.search: a tree is loaded by its parent: write search, with ${parent} among its names`);
  for (const name of scopeNames(resource)) mistakes.push(`${place}.scope: there is no field ${name}, nor is it among its hidden columns`);
  const { of } = resource.scope ?? {};
  if (of !== undefined && Object.hasOwn(resource.fields, of) && resource.fields[of]?.kind !== 'text')
    mistakes.push(`${place}.scope.of: ${of} is no text: it holds the name of a resource, such as sys/user, and not a record of one`);
  for (const rule of resource.rules) if (!Object.hasOwn(rules, rule)) mistakes.push(`${place}.rules: there is no rule ${rule}`);
  for (const name of resource.unique.flat())
    if (!Object.hasOwn(resource.fields, name)) mistakes.push(`${place}.unique: there is no field ${name}`);
  if (!['text', 'longText', undefined].includes(resource.fields[resource.label]?.kind))
    mistakes.push(`${place}.label: ${resource.label} is no text, and a record is known by one: name a text field`);
  if (resource.list.length === 0) mistakes.push(`${place}.list: names no field, so its page would be empty: name one`);
  const { hidden = [], picture, below, copy = [], batch = [] } = resource.listOptions ?? {};
  for (const name of batch)
    if (!resource.form.includes(name)) mistakes.push(`${place}.listOptions.batch: ${name} is not in form: name it there`);
  mistakes.push(...toggleMistakes(resource));
  for (const name of hidden)
    if (!resource.list.includes(name)) mistakes.push(`${place}.listOptions: ${name} is not in list: name it there`);
  for (const name of [picture, below, ...copy])
    if (name !== undefined && !Object.hasOwn(resource.fields, name)) mistakes.push(`${place}.listOptions: there is no field ${name}`);
  if (resource.list.every((name) => hidden.includes(name))) mistakes.push(`${place}.listOptions.hidden: hides every column: leave one out`);
  for (const name of resource.form)
    if (Object.hasOwn(baseFields, name) || resource.fields[name]?.byServer === true)
      mistakes.push(`${place}.form: the server itself writes ${name}: leave it out`);
  if (resource.operations.includes('create'))
    for (const [name, field] of Object.entries(resource.fields))
      if (field.required === true && field.byServer !== true && !resource.form.includes(name))
        mistakes.push(`${place}.fields.${name}: is required, but no form names it, so nothing could be made: name it in form`);
  if (!resource.operations.includes('save') && resource.form.length > 0)
    mistakes.push(`${place}.form: names fields, but nothing is ever saved`);
  return mistakes;
}

/** A switch can only write form fields, and a boolean has no other values. */
function toggleMistakes({ name: resource, listOptions, form, fields }: Resource): string[] {
  return Object.entries(listOptions?.toggle ?? {}).flatMap(([name, toggle]) => {
    const place = `${resource}.listOptions.toggle: ${name}`;
    const { values = [], ask = {} } = toggle ?? {};
    const kind = fields[name]?.kind ?? '';
    return [
      ...(form.includes(name) ? [] : [`${place} is not in form: name it there`]),
      ...(['dict', 'boolean'].includes(kind) ? [] : [`${place} has no few choices: only a dict or a boolean has two values`]),
      ...(kind === 'boolean' && values.join() !== '是,否' ? [`${place} is a boolean: its values are 是 and 否`] : []),
      ...Object.keys(ask)
        .filter((value) => !values.some((one) => one === value))
        .map((value) => `${place} asks before ${value}, which is none of its values`),
    ];
  });
}

/** Names in the scope that are neither fields nor hidden columns. */
function scopeNames({ scope, fields }: Resource): string[] {
  const names = [scope?.org, scope?.person, scope?.of].filter((name) => name !== undefined);
  return names.filter((name) => name !== 'id' && !Object.hasOwn(fields, name) && scope?.hidden?.includes(name) !== true);
}

/** Two resources in one table, or two fields in one link table, would overwrite each other. */
function tableMistakes(resource: Resource, resources: readonly Resource[]): string[] {
  const others = resources.filter((other) => other !== resource && other.name !== resource.name);
  const linksOf = ({ fields }: Resource): string[] =>
    Object.values(fields).flatMap((field) => (field.kind === 'references' ? field.link : []));
  const links = linksOf(resource);
  return [
    ...others
      .filter(({ table }) => table === resource.table)
      .map(({ name }) => `${resource.name}.table: ${resource.table} is the table of ${name} too: give it one of its own`),
    ...links
      .filter((link, at) => links.indexOf(link) !== at || others.some((other) => linksOf(other).includes(link)))
      .map((link) => `${resource.name}.fields: another field keeps its pairs in ${link} too: give each a table of its own`),
  ];
}
