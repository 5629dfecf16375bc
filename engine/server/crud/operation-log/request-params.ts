import { cutText } from '@back-office/contract/cut-text.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyRequest } from 'fastify';
import { jsonText } from '../../platform/database/json-text.ts';
import { loggedField } from '../change.ts';

/** Maximum number of characters of one value. */
const maxLength = 200;

/**
 * What a call sent, as JSON for the operation log (docs/wire.md "Fields"): the ids and versions, and the fields that may be logged, masked as in its
 * changes. Of several records only their number. Never the query, nor what is no field: nobody can know whether it is a secret.
 * @returns undefined if nothing of it may be logged
 */
export function requestParams({ fields }: Resource, { params, body }: Pick<FastifyRequest, 'params' | 'body'>): string | undefined {
  const { id, ids = id } = recordIn(params);
  const several = Array.isArray(body) ? body.length : typeof ids === 'string' ? ids.split(',').length : 1;
  if (several > 1) return JSON.stringify({ records: several });
  const sent = Object.entries({ ...(ids === undefined ? {} : { id: ids }), ...recordIn(Array.isArray(body) ? body[0] : body) });
  const shown = sent.flatMap(([name, value]): [string, unknown][] => {
    if (name === 'id') return typeof value === 'string' && isId(value) ? [[name, value]] : [];
    if (name === 'version') return typeof value === 'number' ? [[name, value]] : [];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || (field.kind !== 'secret' && field.log === undefined)) return [];
    return [[name, short(loggedField(field, value))]];
  });
  return shown.length === 0 ? undefined : jsonText(Object.fromEntries(shown));
}

function short(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= maxLength ? value : `${cutText(text, maxLength)}…`;
}
