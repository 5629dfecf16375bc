import { recordIn } from '@back-office/contract/record-in.ts';
import type { FastifyRequest } from 'fastify';

/**
 * The values of a form-encoded body; empty if the body is of another type, or missing.
 * @example
 * // A call that another system makes by submitting a form.
 * export const paidRoute = (app: FastifyInstance) =>
 *   app.post('/api/acme/agreement/paid', { config: { right: { resource: 'acme/agreement', permission: 'edit' } } }, (request) =>
 *     ok({ number: textOf(formOf(request)['agreementNo']) }),
 *   );
 */
export function formOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true;
  return isForm ? recordIn(request.body) : {};
}
