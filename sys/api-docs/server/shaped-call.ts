import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import type { ApiParameter, Schema } from '../api-docs.ts';
import type { Described } from './generic-calls.ts';
import { sampleOfSchema } from '../sample-of-schema.ts';

/** The description of a call by its shape, and the schemas it refers to. */
export interface ShapedCall {
  readonly described: Omit<Described, 'summary'>;
  /** Named schemas, which are described once. */
  readonly named: Readonly<Record<string, Schema>>;
  /** Names of the resources whose records it reads or returns. */
  readonly records: ReadonlySet<string>;
}

const known = new WeakMap<CallShape, ShapedCall>();

/** The request and response schemas of a call, as the document contains them (zod's own JSON Schema). */
export function shapedCall(shape: CallShape): ShapedCall {
  let shaped = known.get(shape);
  if (shaped === undefined) known.set(shape, (shaped = translate(shape)));
  return shaped;
}

function translate({ query, body, written, data, files }: CallShape): ShapedCall {
  const named: Record<string, Schema> = {};
  const records = new Set<string>();
  const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
    // Wrapped in an object, so that a named schema is placed in $defs.
    const { properties, $defs } = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' });
    for (const [name, one] of Object.entries($defs ?? {})) named[name] = tidied(one, records);
    return tidied(properties?.['it'] ?? {}, records);
  };
  const parameters = Object.entries(query?.shape ?? {}).map(([name, one]) => parameterOf(name, one, toSchema));
  const content = body === undefined ? undefined : toSchema(body, 'input');
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
    ...(isNothing(data) ? {} : { data: toSchema(data, 'output') }),
    ...(files === undefined ? {} : { files }),
  };
  return { described, named, records };
}

/** Whether there is no data to describe. */
const isNothing = (data: z.ZodType): boolean => data.safeParse(undefined).success && data.safeParse(null).success;

function parameterOf(name: string, schema: z.ZodType, toSchema: (schema: z.ZodType, io: 'output') => Schema): ApiParameter {
  const { description, ...rest } = toSchema(schema, 'output');
  return {
    name,
    in: 'query',
    ...(schema.safeParse(undefined).success ? {} : { required: true }),
    ...(typeof description === 'string' ? { description } : {}),
    schema: rest,
  };
}

/** Drops a schema's id, `additionalProperties` that are false or empty, safe-integer limits, and the pattern of a uuid; properties so named are kept. */
const isLeftOut = (key: string, inner: unknown, { format }: { format?: unknown }): boolean =>
  (key === 'id' && typeof inner === 'string') ||
  (key === 'additionalProperties' && (inner === false || Object.keys({ ...Object(inner) }).length === 0)) ||
  (typeof inner === 'number' && Math.abs(inner) === Number.MAX_SAFE_INTEGER) ||
  (key === 'pattern' && typeof inner === 'string' && format === 'uuid');

/**
 * Adapts a schema to OpenAPI: records and named schemas become references to components; and additional properties are not forbidden, since a later
 * version may add some.
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
