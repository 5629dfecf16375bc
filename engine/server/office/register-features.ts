import { isNameOf } from '@back-office/contract/office/module-names.ts';
import type { FastifyInstance, FastifyPluginCallback, FastifyPluginOptions, FastifyRegisterOptions } from 'fastify';
import { changesRoutes } from '../changes/changes-routes.ts';
import type { Operations, ResourcePart } from '../crud/operations.ts';
import { importRoutes } from '../crud/import/import-routes.ts';
import { operationsOf, resourceRoutes } from '../crud/routes.ts';
import { nextTime } from '../platform/jobs/cron.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import { StartError } from '../platform/start-error.ts';
import type { PlacedFeature } from './office-features.ts';
import type { Services } from './server-feature.ts';

/**
 * Puts in place what features do: their calls, the calls of every resource with what differs from the pattern, and their
 * jobs; `known` gets the operations of each. Throws a StartError that names the module and its feature where it claims what is another's, or throws itself.
 */
export function registerFeatures(
  app: FastifyInstance,
  features: readonly PlacedFeature[],
  services: Services,
  known: Map<string, Operations>,
): void {
  const registerFor = makeRegistrar(app);
  for (const placed of features) registerFor(placed, (own) => requireAtOnce(placed, placed.feature.routes?.(own, services)));
  const parts = new Map<string, { part: ResourcePart; placed: PlacedFeature }>();
  for (const placed of features)
    registerFor(placed, () => {
      for (const [resource, part] of Object.entries(placed.feature.parts?.(services) ?? {})) {
        checkPart(placed, resource, services, parts.get(resource)?.placed);
        parts.set(resource, { part, placed });
      }
    });
  for (const resource of services.office.resources) {
    const own = parts.get(resource.name);
    const part = own?.part ?? {};
    registerFor(own?.placed, (server) => requireAtOnce(own?.placed, resourceRoutes(server, resource, part, services)));
    changesRoutes(app, resource, services);
    const operations = operationsOf(resource, part, services);
    known.set(resource.name, operations);
    importRoutes(app, resource, operations, services);
  }
}

/** The jobs of the engine and of the features; a name that is not the module's, or another's already, stops the start, and so does a plan that never comes. */
export function jobsOf(own: readonly JobKind[], features: readonly PlacedFeature[], services: Services): JobKind[] {
  const claims = new Map(own.map(({ name }) => [name, 'the engine']));
  const brought = features.flatMap(({ module, by, feature }) =>
    (feature.jobs?.(services) ?? []).map((kind) => {
      const other = claims.get(kind.name);
      if (!isNameOf(module, kind.name)) throw new StartError(`${by} brings the job ${kind.name}: call it ${module}-${kind.name}.`);
      if (other !== undefined) throw new StartError(`${other} and ${by} both bring the job ${kind.name}: give one of them another name.`);
      checkPlan(by, kind, services.settings.timeZone);
      claims.set(kind.name, by);
      return kind;
    }),
  );
  return [...own, ...brought];
}

function checkPlan(by: string, { name, cron, every }: JobKind, timeZone: string): void {
  const plans = `${by} plans the job ${name}`;
  if (cron !== undefined && every !== undefined) throw new StartError(`${plans} by both cron and every: leave one of them out.`);
  if (every !== undefined && !(Number.isInteger(every) && every > 0))
    throw new StartError(`${plans} every ${every} seconds: write a whole number from 1 on.`);
  if (cron !== undefined && nextTime(cron, new Date(), timeZone) === undefined)
    throw new StartError(
      `${plans} by “${cron}”, which never comes: write five parts, minute, hour, day, month and weekday, such as 0 8 * * *.`,
    );
}

function checkPart({ module, by }: PlacedFeature, resource: string, { office }: Services, other: PlacedFeature | undefined): void {
  if (!office.resources.some(({ name }) => name === resource))
    throw new StartError(`${by} says what differs of ${resource}, which nobody declares: correct the name, or leave it out.`);
  if (!resource.startsWith(`${module}/`))
    throw new StartError(`${by} replaces operations of ${resource}, which is another module's: wrap them instead.`);
  if (other !== undefined) throw new StartError(`${other.by} and ${by} both say what differs of ${resource}: leave one of them out.`);
}

/** Whose plugin a scope of the server is. */
const ownerKey = Symbol('owner');

/** Where Fastify reads that a plugin gets no scope of its own. */
const unscopedKey = Symbol.for('skip-override');

type Owned = FastifyPluginOptions & { [ownerKey]?: PlacedFeature };

/**
 * Runs what a feature registers, and knows it as the feature's own, in its plugins too: calls stand under /api and the module's name. The feature gets
 * the server with its name on it, so that what it calls on it later has the same owner.
 */
function makeRegistrar(app: FastifyInstance): (placed: PlacedFeature | undefined, register: (own: FastifyInstance) => void) => void {
  let current: PlacedFeature | undefined;
  app.addHook('onRegister', (scope, options: Owned) => {
    if (options[ownerKey] !== undefined) Object.assign(scope, { [ownerKey]: options[ownerKey] });
  });
  app.addHook('onRoute', function checkPath(this: FastifyInstance & Owned, { method, url }) {
    const owner = this[ownerKey] ?? current;
    if (owner === undefined) return;
    const path = url.replace(/^\/api(?=\/)/, '');
    const call = `${owner.by} answers ${String(method)} ${url}`;
    const name = isNameOf(owner.module, path) ? path : `/${owner.module}${path}`;
    if (path === url) throw new StartError(`${call}, outside /api, where no right is required: call it /api${name}.`);
    if (path !== name) throw new StartError(`${call}: call it /api${name}.`);
  });
  return (placed, register) => {
    current = placed;
    try {
      register(placed === undefined ? app : ownedBy(placed, app));
    } catch (error) {
      if (placed === undefined || error instanceof StartError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new StartError(`${placed.by} cannot be started: ${why}`, { cause: error });
    } finally {
      current = undefined;
    }
  };
}

/** Refuses an async function for the routes: nobody knows whose the calls are that it declares later. What `register` returns is no promise. */
function requireAtOnce(placed: PlacedFeature | undefined, returned: unknown): void {
  if (placed === undefined || !(returned instanceof Promise)) return;
  // The start is over; what it fails with later is nobody's.
  returned.catch(() => undefined);
  throw new StartError(
    `${placed.by} has an async function for its routes: make it an ordinary one, and wait within app.register(async (scope) => { … }) instead.`,
  );
}

type Plugin = FastifyPluginCallback | { readonly default: FastifyPluginCallback };

/** The same server for one feature: its plugins, which are loaded once all features are registered, are the feature's too. */
function ownedBy(placed: PlacedFeature, app: FastifyInstance): FastifyInstance {
  const register = (plugin: Plugin | Promise<Plugin>, options: FastifyRegisterOptions<FastifyPluginOptions> = {}): unknown =>
    Reflect.apply(app.register, own, [
      plugin instanceof Promise ? plugin.then((loaded) => requireOwn(placed, loaded)) : requireOwn(placed, plugin),
      Object.assign(typeof options === 'function' ? options.bind(undefined) : { ...options }, { [ownerKey]: placed }),
    ]);
  const own: FastifyInstance = new Proxy(app, {
    get: (server, key, self): unknown => (key === ownerKey ? placed : key === 'register' ? register : Reflect.get(server, key, self)),
  });
  return own;
}

/** Refuses a plugin that gets no scope of its own, as fastify-plugin marks it: it would apply to the calls of all others, and its own would be nobody's. */
function requireOwn({ by }: PlacedFeature, plugin: Plugin): Plugin {
  const loaded = typeof plugin === 'function' ? plugin : plugin.default;
  if (Reflect.get(loaded, unscopedKey) !== true) return plugin;
  throw new StartError(
    `${by} registers a plugin wrapped with fastify-plugin, which would apply to the whole server: register it within a plugin of the feature, ` +
      `app.register(async (scope) => { scope.register(…); … }), where it applies to the calls of that plugin alone.`,
  );
}
