import type { CustomTypesConfig } from 'pg';
import pg from 'pg';

type Parse = (text: string) => unknown;
type Transform = (source: string, transform: (entry: string | null) => unknown) => { parse(): unknown[] };

const datetime = /^\d+-\d\d-\d\d \d\d:\d\d:\d\d/;

/**
 * A datetime on the wire: `YYYY-MM-DD HH:mm:ss` in the session's time zone, which is the server's. Truncated, never
 * rounded, so that no time appears before it has come.
 */
function toMoment(text: string): string {
  return datetime.exec(text)?.[0] ?? text;
}

/** Refuses a value that a number cannot hold exactly: a silently changed id would name another row. */
function toInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database sent ${text}, which is too large for a number.`);
  return value;
}

const asItIs: Parse = (text) => text;
const single: Record<number, Parse> = {
  20: toInteger, // int8
  1700: Number, // numeric
  1082: asItIs, // date
  1114: toMoment, // timestamp
  1184: toMoment, // timestamptz
};
const arrays: Record<number, Parse> = { 1016: toInteger, 1231: Number, 1182: asItIs, 1115: toMoment, 1185: toMoment };

// The published type says that it returns the array; it returns a parser.
const arrayParser = (pg.types as unknown as { arrayParser: { create: Transform } }).arrayParser;

function toArray(parse: Parse): Parse {
  return (text) => arrayParser.create(text, (entry) => (entry === null ? null : parse(entry))).parse();
}

const parsers = new Map<number, Parse>(Object.entries(single).map(([oid, parse]) => [Number(oid), parse]));
for (const [oid, parse] of Object.entries(arrays)) parsers.set(Number(oid), toArray(parse));

/**
 * How database values become values on the wire, for one pool: datetimes and dates are strings, int8 and numeric are
 * numbers (an int8 beyond 2^53 is refused), jsonb is parsed. Passed to the pool instead of `pg.types.setTypeParser`,
 * which would change every pool.
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ??
    pg.types.getTypeParser(oid, format ?? 'text')) as CustomTypesConfig['getTypeParser'],
};
