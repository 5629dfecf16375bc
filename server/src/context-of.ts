import { resourceOf, resources } from '@back-office/contract/resources/all.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Context } from './crud/context.ts';
import type { Tables } from './database/tables.ts';
import { originOf } from './http/origin.ts';
import { signedInOf } from './http/session-hook.ts';
import { recordChanges } from './operation-log/record-changes.ts';
import { choicesOf } from './resources/dict.ts';
import { reachOf } from './session/reach.ts';

/** The context of an operation: the product's declarations and parts, and whoever is behind the request. */
export function contextOf(db: Kysely<Tables>, request: FastifyRequest): Context {
  const user = signedInOf(request);
  return { db, user, reach: reachOf(user), origin: originOf(request), resourceOf, resources, choicesOf, record: recordChanges };
}
