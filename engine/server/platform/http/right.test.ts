import { expect, it } from 'vitest';
import Fastify from 'fastify';
import { requireRights, type Right } from './right.ts';

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

it.each(
  [
    'sesion',
    '',
    null,
    [],
    {},
    { resource: 'sys/org' },
    { resource: 'sys/org', permission: [] },
    { resource: '', permission: 'read' },
    { resource: 'sys/org', permission: ['read', ''] },
    [{ resource: 'sys/org', permission: 'read' }, 'session'],
  ].map((right) => ({ right })),
)('a route with the right $right, which is none, is refused by its name', ({ right }) => {
  expect(() => server().get('/api/acme/x', { config: { right: right as Right } }, () => 'open')).toThrow(
    `The route GET /api/acme/x declares the right ${JSON.stringify(right)}, which is none: write public, session, own, or the permissions of resources, such as { resource: 'acme/agreement', permission: 'read' }.`,
  );
});

const good: Right[] = [
  'own',
  'session',
  { resource: 'sys/org', permission: ['read', 'edit'] },
  [
    { resource: 'sys/org', permission: 'read' },
    { resource: 'sys/user', permission: 'read' },
  ],
];
it.each(good.map((right) => ({ right })))('a route with the right $right is accepted', ({ right }) => {
  server().get('/api/acme/x', { config: { right } }, () => 'open');
});
