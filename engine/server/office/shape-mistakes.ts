import type { z } from 'zod';

/** What a type of value is called in a sentence. */
const called: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

type Issue = z.core.$ZodIssue;

/**
 * One sentence for each place of this feature, or of this module on the server, that is not of its shape: a misspelt name, one that is missing,
 * a kind of field that there is not. Node takes the types out without looking at them, so that a start would fail anywhere, or not at all.
 */
export function shapeMistakes(shape: z.ZodType, value: unknown): string[] {
  const read = shape.safeParse(value);
  return read.success ? [] : [...new Set(read.error.issues.flatMap((issue) => sentences(value, issue)))].filter(isFirst);
}

function sentences(whole: unknown, issue: Issue, above: readonly PropertyKey[] = []): string[] {
  const path = [...above, ...issue.path];
  const place = placeOf(whole, path);
  const value = valueAt(whole, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${placeOf(whole, [...path, key])}: nothing is called ${key} here: correct it, or leave it out`);
    case 'invalid_type':
      return [value === undefined ? `${place}: is missing` : `${place}: ${called[issue.expected] ?? issue.expected} is expected`];
    case 'invalid_value':
      return [`${place}: is none of ${issue.values.join(', ')}`];
    case 'invalid_union': {
      if (issue.discriminator === 'kind')
        return [`${place}: ${value === undefined ? 'is missing' : `there is no kind ${typeof value === 'string' ? value : typeof value}`}`];
      // What it was most likely meant to be: what is wrong within it is less than being something else.
      const wrong = (issues: readonly Issue[]): number => (issues.some((inner) => inner.path.length === 0) ? 1000 : 0) + issues.length;
      const [nearest = []] = issue.errors.toSorted((one, other) => wrong(one) - wrong(other));
      return nearest.flatMap((inner) => sentences(whole, inner, path));
    }
    default:
      return [`${place}: ${issue.message}`];
  }
}

/** `search` and `export` are those of the list where nothing is said of them. */
const isFirst = (sentence: string, _at: number, all: readonly string[]): boolean =>
  !/\.(?:search|export): is missing$/.test(sentence) || !all.includes(sentence.replace(/\.\w+: is missing$/, '.list: is missing'));

/** The place as all sentences about declarations begin: by the name of the resource or the feature, whatever its number in the list. */
function placeOf(whole: unknown, path: readonly PropertyKey[]): string {
  const [list, at, ...rest] = path;
  const named = { resources: 'name', extend: 'resource', features: 'name' }[String(list)];
  const name = named === undefined || at === undefined ? undefined : valueAt(whole, [list ?? '', at, named]);
  const own = valueAt(whole, ['name']);
  const place = typeof name === 'string' ? [name, ...rest] : [typeof own === 'string' ? own : '(without a name)', ...path];
  return place.map(String).join('.');
}

function valueAt(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined) return value;
  return typeof value === 'object' && value !== null ? valueAt(Reflect.get(value, key), rest) : undefined;
}
