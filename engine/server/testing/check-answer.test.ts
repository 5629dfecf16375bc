import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { checkAnswer } from './check-answer.ts';

/** The answer of a server that refuses with this message, with the headers of every answer. */
async function refusal(message: string) {
  const server = Fastify();
  server.get('/', (_request, reply) =>
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).send({ success: false, code: 40000, message }),
  );
  return server.inject('/');
}

it('finds the name of a table in a refusal, whatever else was sent', async () => {
  const said = await refusal('表 sys_role 中没有这一列');
  expect(() => checkAnswer(said, 'a call', '{"sys_ro":1}')).toThrow(/sys_\[a-z\]/);
  expect(() => checkAnswer(said, 'a call')).toThrow(/sys_\[a-z\]/);
});

it.each(['SELECT id FROM people', 'DELETE FROM people WHERE true', 'Error\n    at read (file:///a.ts:1)', 'duplicate key'])(
  'finds %j in a refusal',
  async (words) => {
    const said = await refusal(words);
    expect(() => checkAnswer(said, 'a call', '{"name":"a"}')).toThrow(/the answer matches/);
  },
);

it('lets a refusal repeat a word of the caller, which a test may have made by chance', async () => {
  const said = await refusal('未知字段：sys_oleIds');
  expect(() => checkAnswer(said, 'a call', '{"sys_oleIds":[]}')).not.toThrow();
  expect(() => checkAnswer(said, 'a call', Buffer.from('{"sys_oleIds":[]}'))).not.toThrow();
});
