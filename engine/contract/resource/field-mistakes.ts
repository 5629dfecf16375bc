import { type Field, hasLabel, withinOf } from './field.ts';
import { fieldSchema } from './field-schema.ts';
import { isTimeOfUse, type Resource } from './resource.ts';

/** The mistakes in the fields of a declaration: one sentence each, with the place. */
export function fieldMistakes(resource: Resource, resources: readonly Resource[]): string[] {
  const names = new Set(resources.map(({ name }) => name));
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const place = `${resource.name}.fields.${name}`;
    const mistakes: string[] = [];
    if (!/^[a-z]+(?:[A-Z][a-z]*|[0-9]+)*$/.test(name))
      mistakes.push(`${place}: a name is in camel case, such as userName, for its column is made of it: rename it`);
    if (['id', 'version'].includes(name)) mistakes.push(`${place}: every record has it, and the server alone writes it: leave it out`);
    if (field.label.trim() === '') mistakes.push(`${place}: has no label`);
    for (const to of targetsOf(field)) if (!names.has(to)) mistakes.push(`${place}: refers to ${to}, which is not declared`);
    mistakes.push(...withinMistakes(resource, field, resources).map((mistake) => `${place}.within: ${mistake}`));
    if (field.setWith !== undefined && !isTimeOfUse(resource, field.setWith))
      mistakes.push(`${place}.setWith: ${field.setWith} is no time that the server alone sets`);
    if (field.kind === 'secret' && field.log !== undefined) mistakes.push(`${place}: a secret is never logged`);
    if (hasLabel(field) && Object.hasOwn(resource.fields, `${name}Label`)) mistakes.push(`${place}: ${name}Label is its label's name`);
    mistakes.push(...limitMistakes(field).map((mistake) => `${place}: ${mistake}`));
    return mistakes;
  });
}

function targetsOf(field: Field): readonly string[] {
  if (field.kind === 'reference' || field.kind === 'references') return [field.to];
  return field.kind === 'ids' ? field.to : [];
}

/** The chosen record and this one can only share a reference that both have. */
function withinMistakes(resource: Resource, field: Field, resources: readonly Resource[]): string[] {
  const name = withinOf(field);
  if (name === undefined) return [];
  const target = field.kind === 'parent' ? resource : resources.find((other) => field.kind === 'reference' && other.name === field.to);
  const [here, there] = [resource.fields[name], target?.fields[name]];
  const same = here?.kind === 'reference' && there?.kind === 'reference' && here.to === there.to;
  return same ? [] : [`${name} is no reference that ${resource.name} and ${target?.name ?? 'it'} both have`];
}

/** Limits that no value can satisfy, and a default that its own field would refuse. */
function limitMistakes(field: Field): string[] {
  const mistakes: string[] = [];
  const { min, max } = { min: 0, max: Infinity, ...field };
  if (max <= 0 && field.kind !== 'number') mistakes.push(`no text is as short as max ${max}: make it greater`);
  if (min > max) mistakes.push(`min ${min} is more than max ${max}, so that every value is refused: exchange them`);
  else if ('default' in field && !fieldSchema(field).safeParse(field.default).success)
    mistakes.push(`the default ${JSON.stringify(field.default)} is one that the field refuses: give another`);
  return mistakes;
}
