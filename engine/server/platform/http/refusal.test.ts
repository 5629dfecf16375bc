import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { errorHandler } from './error-handler.ts';
import { Refusal, refuseOf, refused } from './refusal.ts';

/** The answer to a client when a route throws this. */
async function answerOf(thrown: unknown) {
  const app = fastify();
  app.setErrorHandler(errorHandler);
  app.get('/', () => {
    throw thrown;
  });
  const { statusCode, headers, body } = await app.inject('/');
  return { status: statusCode, retryAfter: headers['retry-after'], ...(JSON.parse(body) as object) };
}

it('a 40000 has its fields, and an empty list if no value was at fault', async () => {
  const paused = new Refusal('refused', { message: '任务已暂停，请先恢复' });
  const answer = { status: 200, code: 40000, message: '任务已暂停，请先恢复', data: { fields: [] } };
  expect(await answerOf(paused)).toMatchObject(answer);
  // As the only part of a batch it is reported unchanged.
  expect(() => refuseOf(paused, [7])).toThrow(paused);
  const wrong = refused([{ field: 'beginDate', message: '不能早于今天' }]);
  expect(await answerOf(wrong)).toMatchObject({ message: '不能早于今天', data: { fields: [{ field: 'beginDate' }] } });
});

it.each([
  ['unavailable', undefined, 503, '5'],
  ['unavailable', 3, 503, '3'],
  ['tooMany', undefined, 429, '60'],
  ['notPermitted', undefined, 200, undefined],
] as const)('%s with retryAfter %s tells clients who should retry how many seconds to wait', async (outcome, given, status, retryAfter) => {
  const refusal = new Refusal(outcome, given === undefined ? {} : { retryAfter: given });
  expect(await answerOf(refusal)).toMatchObject({ status, retryAfter });
});
