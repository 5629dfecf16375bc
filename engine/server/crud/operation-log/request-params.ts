import { cutText } from '@back-office/contract/cut-text.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyRequest } from 'fastify';
import { jsonText } from '../../platform/database/json-text.ts';
import { loggedField } from '../change.ts';

/**
 * What a call sent, as JSON for the operation log (docs/wire.md "Fields"): the ids and versions, and the fields that may be logged, masked as in its
 * changes; undefined if nothing may be. Of several records only their number. Never the query, nor what is no field, which may be a secret.
 */
export function requestParams({ fields }: Resource, request: FastifyRequest): string | undefined {
  const { shape } = request.routeOptions.config;
  const body = shape === undefined || shape.body !== undefined ? request.body : undefined;
  const { id, ids = id } = recordIn(request.params);
  const several = Array.isArray(body) ? body.length : typeof ids === 'string' ? ids.split(',').length : 1;
  if (several > 1) return JSON.stringify({ records: several });
  const sent = Object.entries({ ...(ids === undefined ? {} : { id: ids }), ...recordIn(Array.isArray(body) ? body[0] : body) });
  const shown = sent.flatMap(([name, value]): [string, unknown][] => {
    if (name === 'id' ? typeof value === 'string' && isId(value) : name === 'version' && typeof value === 'number') return [[name, value]];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || (field.kind !== 'secret' && field.log === undefined)) return [];
    return [[name, short(loggedField(field, flat(value)))]];
  });
  return shown.length === 0 ? undefined : jsonText(Object.fromEntries(shown));
}

/** Without what is nested, which may be of any depth: nothing has checked a refused body. */
const flat = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter((one) => typeof one !== 'object') : typeof (value ?? '') === 'object' ? '…' : value;

/** At most 200 characters of it. */
const short = (value: unknown, text = typeof value === 'string' ? value : JSON.stringify(value)): unknown =>
  text.length <= 200 ? value : `${cutText(text, 200)}…`;
