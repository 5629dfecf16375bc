import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import type { ApiParameter, Schema } from '../api-docs.ts';
import type { Described } from './generic-calls.ts';
import { sampleOfSchema } from '../sample-of-schema.ts';

/** What the shape of a call says of it, and the schemas that it names. */
export interface ShapedCall {
  readonly described: Omit<Described, 'summary'>;
  /** Schemas with a name of their own, which are told once. */
  readonly named: Readonly<Record<string, Schema>>;
  /** Names of resources whose records it reads or gives. */
  readonly records: ReadonlySet<string>;
}

const known = new WeakMap<CallShape, ShapedCall>();

/** The schemas with which a call reads and answers, as the document has them (zod's own JSON Schema). */
export function shapedCall(shape: CallShape): ShapedCall {
  let shaped = known.get(shape);
  if (shaped === undefined) known.set(shape, (shaped = translate(shape)));
  return shaped;
}

function translate({ query, body, written, data, files }: CallShape): ShapedCall {
  const named: Record<string, Schema> = {};
  const records = new Set<string>();
  const told = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
    // Inside of another, what has a name is told apart.
    const { properties, $defs } = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' });
    for (const [name, one] of Object.entries($defs ?? {})) named[name] = tidied(one, records);
    return tidied(properties?.['it'] ?? {}, records);
  };
  const parameters = Object.entries(query?.shape ?? {}).map(([name, one]) => parameterOf(name, one, told));
  const content = body === undefined ? undefined : told(body, 'input');
  const described = {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(content === undefined || body === undefined
      ? {}
      : {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: { [written ?? 'application/json']: { schema: content, example: sampleOfSchema(content, named) } },
          },
        }),
    ...(isNothing(data) ? {} : { data: told(data, 'output') }),
    ...(files === undefined ? {} : { files }),
  };
  return { described, named, records };
}

/** Whether there is nothing to tell. */
const isNothing = (data: z.ZodType): boolean => data.safeParse(undefined).success && data.safeParse(null).success;

function parameterOf(name: string, schema: z.ZodType, told: (schema: z.ZodType, io: 'output') => Schema): ApiParameter {
  const { description, ...rest } = told(schema, 'output');
  return {
    name,
    in: 'query',
    ...(schema.safeParse(undefined).success ? {} : { required: true }),
    ...(typeof description === 'string' ? { description } : {}),
    schema: rest,
  };
}

/** The name that stands outside, what closes an answer, the ends of all numbers, and the pattern that a format has said. A field of such a name is a schema. */
const isLeftOut = (key: string, inner: unknown, { format }: { format?: unknown }): boolean =>
  (key === 'id' && typeof inner === 'string') ||
  (key === 'additionalProperties' && (inner === false || Object.keys({ ...Object(inner) }).length === 0)) ||
  (typeof inner === 'number' && Math.abs(inner) === Number.MAX_SAFE_INTEGER) ||
  (key === 'pattern' && typeof inner === 'string' && format === 'uuid');

/**
 * As OpenAPI has it: records and named schemas are told among the components; and a field more is no mistake of an answer, since
 * a later version may have more.
 */
function tidied(value: unknown, records: Set<string>): Schema {
  const tidy = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(tidy);
    if (typeof one !== 'object' || one === null) return one;
    const { record, $ref }: Readonly<Record<string, unknown>> = { ...one };
    if (typeof record === 'string') records.add(record);
    if (typeof record === 'string') return { $ref: `#/components/schemas/${record.replace('/', '.')}` };
    if (typeof $ref === 'string') return { $ref: $ref.replace('#/$defs/', '#/components/schemas/') };
    return Object.fromEntries(
      Object.entries(one)
        .filter(([key, inner]) => !isLeftOut(key, inner, one))
        .map(([key, inner]) => [key, tidy(inner)]),
    );
  };
  const schema = tidy(value);
  return typeof schema === 'object' && schema !== null ? { ...schema } : {};
}
