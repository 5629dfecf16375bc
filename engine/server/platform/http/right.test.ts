import { expect, it } from 'vitest';
import Fastify from 'fastify';
import { requireRights } from './right.ts';

const server = () => {
  const app = Fastify();
  requireRights(app);
  return app;
};

it.each(['/api/forgotten', '/api', '/api/:anything', '/api/*'])('the route %s is refused by its name if it declares no right', (url) => {
  expect(() => server().get(url, () => 'open')).toThrow(`The route GET ${url} declares no right, so the server does not start.`);
});

it('a route without a right prevents the start inside a plugin too', async () => {
  const app = server();
  app.register(async (inner) => inner.post('/inside', () => 'open'), { prefix: '/api' });
  await expect(app.ready()).rejects.toThrow('/api/inside declares no right');
});

it('a route with a right is accepted, and so is one outside the API without any', async () => {
  const app = server();
  app.get('/api/known', { config: { right: 'public' } }, () => 'open');
  app.get('/page', () => 'page');
  await app.ready();
});
