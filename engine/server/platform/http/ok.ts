import { codes, type Envelope } from '@back-office/contract/envelope.ts';

/**
 * A successful answer with its data (docs/wire.md "Envelope and codes").
 * @example
 * export const boxesRoute = (app: FastifyInstance) => app.get('/api/acme/boxes', { config: { right: 'session' } }, () => ok([1, 2]));
 */
export function ok<Data>(data: Data): Envelope<Data> {
  return { success: true, code: codes.ok.code, message: codes.ok.message, data };
}
