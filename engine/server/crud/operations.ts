import type { Issue } from '@back-office/contract/resource/issue.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { Use } from '@back-office/contract/envelope.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import type { Grant } from '../platform/http/right.ts';
import type { ModuleSettings } from '../platform/module-settings.ts';
import type { Context } from './context.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import type { Checked } from './checked.ts';
import { writeAll } from './save.ts';
import { select } from './select.ts';
import { selectPage } from './select-page.ts';
import { usesOf } from './uses-of.ts';

/**
 * The operations behind the generic calls. A resource replaces one by a function that may call the default (docs/architecture.md "The seams of the server").
 * `save` and `save-batch` share `write`, `delete` and `delete-ids` share `remove`: a rule put there cannot be bypassed through the sibling call. They
 * are methods, so that a part may narrow the types of its resource and records (`WithFieldsOf`, `CheckedOf`).
 */
export interface Operations {
  create(this: void, context: Context, resource: Resource): Promise<Record<string, unknown>> | Record<string, unknown>;
  select(this: void, context: Context, resource: Resource, id: string): Promise<AnyRow>;
  selectPage(this: void, context: Context, resource: Resource, query: Readonly<Record<string, unknown>>): Promise<PageAnswer<AnyRow>>;
  /**
   * Issues for which `write` would refuse records by rules of its own, by index: for a dry run; `write` checks again. Records that failed their
   * checks are included without the invalid values: any value may be undefined.
   */
  guard(this: void, context: Context, resource: Resource, checked: readonly Checked[]): Promise<(Issue & { row: number })[]>;
  write(this: void, context: Context, resource: Resource, checked: readonly Checked[]): Promise<AnyRow[]>;
  /** The uses that keep these records from being deleted. */
  uses(this: void, context: Context, resource: Resource, ids: readonly string[]): Promise<Use[]>;
  remove(this: void, context: Context, resource: Resource, ids: readonly string[]): Promise<void>;
  /** Restores deleted records and returns them as stored. Only the recycle bin calls it. */
  restore(this: void, context: Context, resource: Resource, ids: readonly string[]): Promise<AnyRow[]>;
}

export const defaultOperations: Operations = {
  create: (_context, resource) => create(resource),
  select,
  selectPage,
  guard: () => Promise.resolve([]),
  write: writeAll,
  uses: usesOf,
  remove,
  restore: () => Promise.reject(new Error('Only the recycle bin restores')),
};

/** What every route needs. */
export interface RouteParts {
  /** Connections that never wait behind others (`Database.urgent`): for sign-in, sessions and rights. */
  readonly urgent: Kysely<Tables>;
  readonly db: Kysely<Tables>;
  /** The context of an operation for the user of the request, on the database or a transaction. */
  readonly contextOf: (db: Kysely<Tables>, request: FastifyRequest) => Context;
  /** The operator's settings of modules: `settingsOf(parts, …)`. */
  readonly moduleSettings: ModuleSettings;
  /** The names of the installed modules, and of the resources and pages to which their menu may lead. */
  readonly modules: ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
  /** Who may see records of the named resource as choices. */
  readonly optionRights: (resource: string) => readonly Grant[];
  /** Wraps operations of the named resource in the rules of modules, for calls that save in their own way. */
  readonly wrapped: (resource: string, operations: Operations) => Operations;
}

/** How a resource differs from the generic calls: replaced operations, and calls of its own. */
export interface ResourcePart {
  readonly operations?: Partial<Operations>;
  /** `operations` are all operations of the resource, as its generic calls use them. */
  readonly routes?: (app: FastifyInstance, parts: RouteParts, operations: Operations) => void;
}
