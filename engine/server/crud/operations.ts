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
 * What the generic calls are made of. A resource replaces one by a function that may call the default
 * (docs/architecture.md "The exit rule"). `save` and `save-batch` share `write`, `delete` and `delete-ids` share
 * `remove`: a rule put there cannot be walked round through the sibling call. They are methods, so that a part may know its own
 * resource and the records that it is given (`WithFieldsOf`, `CheckedOf`).
 */
export interface Operations {
  create(this: void, context: Context, resource: Resource): Promise<Record<string, unknown>> | Record<string, unknown>;
  select(this: void, context: Context, resource: Resource, id: string): Promise<AnyRow>;
  selectPage(this: void, context: Context, resource: Resource, query: Readonly<Record<string, unknown>>): Promise<PageAnswer<AnyRow>>;
  /**
   * Issues for which `write` would refuse records for reasons of its own, by their index: for a dry run, after which `write` asks
   * again. Records that did not pass their checks are among them, without the values that did not: any may be undefined.
   */
  guard(this: void, context: Context, resource: Resource, checked: readonly Checked[]): Promise<(Issue & { row: number })[]>;
  write(this: void, context: Context, resource: Resource, checked: readonly Checked[]): Promise<AnyRow[]>;
  /** What keeps these records from going: where they are used. */
  uses(this: void, context: Context, resource: Resource, ids: readonly string[]): Promise<Use[]>;
  remove(this: void, context: Context, resource: Resource, ids: readonly string[]): Promise<void>;
  /** Puts deleted records back, and gives them as they stand now. Only the recycle bin has them. */
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

/** What every route works with. */
export interface RouteParts {
  /** Connections that never wait behind others (`Database.urgent`): for what a person may. */
  readonly urgent: Kysely<Tables>;
  readonly db: Kysely<Tables>;
  /** The context of an operation for whoever is behind the request, on the database or a transaction. */
  readonly contextOf: (db: Kysely<Tables>, request: FastifyRequest) => Context;
  /** What the operator decided of modules: `settingsOf(parts, …)`. */
  readonly moduleSettings: ModuleSettings;
  /** The names of the modules that are here. */
  readonly modules: ReadonlySet<string>;
  /** Who may see records of the named resource as choices. */
  readonly optionRights: (resource: string) => readonly Grant[];
  /** These operations of the named resource with the rules that modules put around them: for calls that save in their own way. */
  readonly wrapped: (resource: string, operations: Operations) => Operations;
}

/** What of a resource differs from the pattern: replaced operations, and calls of its own. */
export interface ResourcePart {
  readonly operations?: Partial<Operations>;
  /** `operations` are all of the resource's, as its calls of the pattern use them. */
  readonly routes?: (app: FastifyInstance, parts: RouteParts, operations: Operations) => void;
}
