import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { prepareDatabase } from '@back-office/server/office/prepare-database.ts';
import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { agreements, moduleOf, serverOf } from '@back-office/server/testing/trial-module.ts';
import { sys } from '@back-office/sys/module.ts';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { openTestDatabase, type TestDatabase } from '../testing/server/test-database.ts';
import { modules as own } from './modules.ts';

/* What a feature of a company's module may not do when the server is put together. */
let database: TestDatabase | undefined;
let app: TestApp | undefined;
afterEach(async () => {
  await app?.server.close();
  await database?.drop();
  [app, database] = [undefined, undefined];
});

const open = async (feature: Partial<ServerFeature>): Promise<void> => {
  const server = serverOf(feature);
  database ??= await openTestDatabase();
  const [office, modules] = [makeOffice([sys, moduleOf(agreements)]), [...own, server]];
  await prepareDatabase(database, { log: silentLog, office, modules });
  app = await openTestApp({ database, office, modules });
  // The plugins of features are loaded now.
  await app.server.ready();
};

/** A plugin as fastify-plugin wraps them: what it registers belongs to the server that it is registered with. */
const wholeServers = (plugin: (scope: FastifyInstance) => unknown) =>
  Object.assign(async (scope: FastifyInstance) => void plugin(scope), { [Symbol.for('skip-override')]: true });

/** A server is refused before it asks its database anything. */
it.skipIf(process.env['TEST_DATABASE_URL'] !== undefined).each<[string, Partial<ServerFeature>, string]>([
  [
    'two routes of the same method and path',
    { routes: (server) => [1, 2].forEach(() => server.get('/api/acme/x', { config: { right: 'session' } }, () => 1)) },
    "acme/agreements cannot be started: Method 'GET' already declared for route '/api/acme/x'",
  ],
  [
    'a route under another module’s path',
    { routes: (server) => void server.get('/api/sys/x', { config: { right: 'session' } }, () => 1) },
    'acme/agreements answers GET /api/sys/x: call it /api/acme/sys/x.',
  ],
  [
    'a route outside /api, where no right is required',
    { routes: (server) => void server.get('/acme/open', () => 1) },
    'acme/agreements answers GET /acme/open, outside /api, where no right is required: call it /api/acme/open.',
  ],
  [
    'a route outside /api within a plugin of a feature',
    { routes: (server) => void server.register(async (scope) => void scope.get('/open', () => 1), { prefix: '/acme' }) },
    'acme/agreements answers GET /acme/open, outside /api, where no right is required: call it /api/acme/open.',
  ],
  [
    'a route under another module’s path within a plugin of a plugin',
    {
      routes: (server) =>
        void server.register(async (outer) => {
          await Promise.resolve();
          outer.register(async (inner) => void inner.get('/api/sys/x', { config: { right: 'session' } }, () => 1));
        }),
    },
    'acme/agreements answers GET /api/sys/x: call it /api/acme/sys/x.',
  ],
  [
    'a route outside /api that a plugin declares on the server around it',
    { routes: (server) => void server.register(async () => void server.get('/open', () => 1)) },
    'acme/agreements answers GET /open, outside /api, where no right is required: call it /api/acme/open.',
  ],
  [
    'a plugin whose calls are the whole server’s',
    { routes: (server) => void server.register(wholeServers((scope) => scope.get('/open', () => 1))) },
    'acme/agreements registers a plugin wrapped with fastify-plugin',
  ],
  [
    'a plugin whose calls are the whole server’s, not loaded yet',
    { routes: (server) => void server.register(Promise.resolve({ default: wholeServers((scope) => scope.get('/open', () => 1)) })) },
    'acme/agreements registers a plugin wrapped with fastify-plugin',
  ],
  [
    'a route outside /api of such a plugin within a plugin of a feature',
    { routes: (server) => void server.register(async (own) => void own.register(wholeServers((scope) => scope.get('/open', () => 1)))) },
    'acme/agreements answers GET /open, outside /api, where no right is required: call it /api/acme/open.',
  ],
  [
    'a function for the routes that is async, so that nobody knows whose its calls after an await are',
    { routes: (server): unknown => Promise.resolve().then(() => void server.get('/open', () => 1)) },
    'acme/agreements has an async function for its routes',
  ],
  [
    'a route outside /api within a plugin of a resource’s own calls',
    {
      parts: () => ({ 'acme/agreement': { routes: (server) => void server.register(async (own) => void own.get('/acme/open', () => 1)) } }),
    },
    'acme/agreements answers GET /acme/open, outside /api, where no right is required: call it /api/acme/open.',
  ],
  [
    'a plugin whose calls are the whole server’s among a resource’s own calls',
    {
      parts: () => ({
        'acme/agreement': { routes: (server) => void server.register(wholeServers((scope) => scope.get('/open', () => 1))) },
      }),
    },
    'acme/agreements registers a plugin wrapped with fastify-plugin',
  ],
  [
    'a function for a resource’s own calls that is async',
    {
      parts: () => ({ 'acme/agreement': { routes: (server): unknown => Promise.resolve().then(() => void server.get('/open', () => 1)) } }),
    },
    'acme/agreements has an async function for its routes',
  ],
  [
    'a route that declares no right',
    { routes: (server) => void server.get('/api/acme/x', () => 1) },
    'acme/agreements cannot be started: The route GET /api/acme/x declares no right',
  ],
  [
    'replaced operations of another module’s resource',
    { parts: () => ({ 'sys/org': { operations: {} } }) },
    'acme/agreements replaces operations of sys/org, which is another module',
  ],
  [
    'operations of an undeclared resource',
    { parts: () => ({ 'acme/agreements': { operations: {} } }) },
    'acme/agreements says what differs of acme/agreements, which nobody declares',
  ],
  [
    'a job without the module’s prefix in its name',
    { jobs: () => [{ name: 'warn', run: () => Promise.resolve() }] },
    'acme/agreements brings the job warn: call it acme-warn.',
  ],
  [
    'a feature that throws while it is registered',
    {
      routes: () => {
        throw new Error('no cellar');
      },
    },
    'acme/agreements cannot be started: no cellar',
  ],
])('a start is refused for %s', async (_what, feature, sentence) => {
  await expect(open(feature)).rejects.toThrow(sentence);
});

it('a plugin whose calls would be the whole server’s applies within a plugin of the feature', async () => {
  const decorated = wholeServers((scope) => scope.get('/api/acme/open', { config: { right: 'public' } }, () => ({ isOpen: true })));
  await open({ routes: (server) => void server.register(async (own) => void own.register(decorated)) });
  expect((await app?.server.inject('/api/acme/open'))?.json()).toEqual({ isOpen: true });
});

it('what a feature decorates the server with is there in its plugins', async () => {
  await open({
    routes: (server) => {
      server.decorate('ledger', () => 'open');
      server.register(async (own) => {
        own.get('/api/acme/ledger', { config: { right: 'public' } }, (request) => ({
          state: Reflect.apply(Reflect.get(request.server, 'ledger'), own, []),
        }));
      });
    },
  });
  expect((await app?.server.inject('/api/acme/ledger'))?.json()).toEqual({ state: 'open' });
});
