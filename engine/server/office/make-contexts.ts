import type { Office } from '@back-office/contract/office/office.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Change } from '../crud/change.ts';
import type { Context } from '../crud/context.ts';
import { requestParams } from '../crud/operation-log/request-params.ts';
import { recordChanges } from '../crud/operation-log/record-changes.ts';
import { keepDeleted } from '../crud/recycle/keep-deleted.ts';
import { notifyWatchers } from '../crud/watching/notify-watchers.ts';
import { guardEscalation as guardRights } from '../identity/rights/grantable.ts';
import { actingUser } from '../identity/rights/acting-user.ts';
import { signedInOf } from '../identity/session/session-hook.ts';
import { transactionOf } from '../platform/database/open-transaction.ts';
import type { Tables } from '../platform/database/tables.ts';
import { originOf } from '../platform/http/origin-of.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { ModuleSettings } from '../platform/module-settings.ts';
import type { ServerFeature } from './server-feature.ts';

/** Makes the contexts that operations work in: for whoever is behind a request, and for the person a job works for. */
export interface Contexts {
  readonly contextOf: (db: Kysely<Tables>, request: FastifyRequest) => Context;
  /** `what` stands in the operation log in the place of a call. */
  readonly contextFor: (db: Kysely<Tables>, userId: string, what: string) => Promise<Context>;
}

/** Joins what is declared and what the features bring into the contexts of operations. */
export function makeContexts(office: Office, features: readonly ServerFeature[], moduleSettings: ModuleSettings): Contexts {
  const { resources, rules } = office;
  const guards = new Map(features.flatMap(({ guards: own = {} }) => Object.entries(own)));
  const shared = {
    resourceOf: (name) => storedResource(office, name),
    resources,
    rules,
    moduleSettings,
    choicesOf: features.find(({ choicesOf }) => choicesOf !== undefined)?.choicesOf ?? noChoices,
    guardEscalation: (context, resource, rows) => (guards.get(resource) ?? guardRights)(context, resource, rows),
    keepDeleted,
  } satisfies Partial<Context>;
  return {
    contextOf: (db, request) => ({
      ...shared,
      db: transactionOf(db) === undefined ? (request.reader ?? db) : db,
      user: signedInOf(request),
      origin: { ...originOf(request), params: () => paramsOf(office, request) },
      record,
    }),
    contextFor: async (db, userId, what) => {
      const user = await actingUser(db, userId);
      const start = performance.now();
      const origin = { method: 'JOB', path: what, ip: '', requestId: '', elapsed: () => Math.round(performance.now() - start) };
      return { ...shared, db, user, origin, record: recordChanges };
    },
  };
}

/** The declaration of that name. What a module or feature left in bin, exports and logs while it is taken away is refused, not a failure of ours. */
function storedResource({ modules, resources, resourceOf }: Office, name: string): Resource {
  const [module] = name.split('/');
  if (!modules.some((here) => here.name === module)) throw new Refusal('gone', { message: '数据所属的模块已停用' });
  if (!resources.some((here) => here.name === name)) throw new Refusal('gone', { message: '数据所属的功能已停用' });
  return resourceOf(name);
}

/** What a call of a resource's sent, for the operation log. */
function paramsOf({ resources }: Office, request: FastifyRequest): string | undefined {
  const { right } = request.routeOptions.config;
  const name = typeof right === 'object' && 'resource' in right ? right.resource : undefined;
  const resource = resources.find((each) => each.name === name);
  return resource && requestParams(resource, request);
}

const noChoices: Context['choicesOf'] = () => Promise.resolve(new Map());

async function record(context: Context, changes: readonly Change[]): Promise<void> {
  await recordChanges(context, changes);
  await notifyWatchers(context.db, changes);
}
