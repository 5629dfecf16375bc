import { recordIn } from '@back-office/contract/record-in.ts';
import type { FastifyRequest } from 'fastify';

/** The values of a form-encoded body; none when the body is of another type, or there is none. */
export function formOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true;
  return isForm ? recordIn(request.body) : {};
}
