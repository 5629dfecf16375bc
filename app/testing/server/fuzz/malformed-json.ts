import fc from 'fast-check';

/** The path to a part of a value: names and list indexes, from the outside. */
type Place = readonly string[];

/** The path of every part of the value, the whole value first. */
export function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([name, part]) => placesIn(part).map((place) => [name, ...place]))];
}

/** The value with another value at that path. */
export function replaced(value: unknown, [name, ...rest]: Place, other: unknown): unknown {
  if (name === undefined) return other;
  if (typeof value !== 'object' || value === null) return value;
  const part = replaced((value as Record<string, unknown>)[name], rest, other);
  return Array.isArray(value) ? value.map((item: unknown, at) => (String(at) === name ? part : item)) : { ...value, [name]: part };
}

/** The value with one or two of its parts, at any depth, replaced. */
export function malformedJson(good: unknown, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const places = placesIn(good).filter((place) => place.length > 0);
  if (places.length === 0) return value;
  const once = fc.tuple(fc.constantFrom(...places), value);
  return fc
    .array(once, { minLength: 1, maxLength: 2 })
    .map((changes) => changes.reduce((sofar, [place, bad]) => replaced(sofar, place, bad), good));
}
