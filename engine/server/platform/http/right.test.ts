import { expect, it } from 'vitest';
import Fastify from 'fastify';
import { requireRights } from './right.ts';

const server = () => {
  const app = Fastify();
  requireRights(app);
  return app;
};

it.each(['/api/forgotten', '/api', '/api/:anything', '/api/*'])('a route %s without a right is refused by its name', (url) => {
  expect(() => server().get(url, () => 'open')).toThrow(`The route GET ${url} declares no right, so the server does not start.`);
});

it('one inside a plugin stops the start too', async () => {
  const app = server();
  app.register(async (inner) => inner.post('/inside', () => 'open'), { prefix: '/api' });
  await expect(app.ready()).rejects.toThrow('/api/inside declares no right');
});

it('a route with a right, and one that is no call, may stand', async () => {
  const app = server();
  app.get('/api/known', { config: { right: 'public' } }, () => 'open');
  app.get('/page', () => 'page');
  await app.ready();
});
