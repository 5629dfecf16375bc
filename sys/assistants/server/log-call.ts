import type { Resource } from '@back-office/contract/resource/resource.ts';
import { outcomes } from '@back-office/contract/status.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';

/** A call of an assistant, and its result. */
export interface LoggedCall {
  readonly tool: string;
  readonly resource: Resource | undefined;
  /** The call's arguments, without the proposed values, which are stored with the proposal. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The message of the refusal, if it was refused. */
  readonly message: string | undefined;
  readonly duration: number;
}

/** Writes a call of an assistant to the operation log, reads included: what an assistant has read may be passed on anywhere. */
export async function logCall(db: Kysely<Tables>, request: FastifyRequest, call: LoggedCall): Promise<void> {
  const { userId, userAccount, userName, key } = signedInOf(request);
  await db
    .insertInto('sys_log_opt')
    .values({
      id: newId(),
      userAccount,
      userName,
      optModule: call.resource?.title ?? '助手',
      optType: '助手',
      optTarget: call.tool,
      optStatus: call.message === undefined ? outcomes.success : outcomes.failure,
      optMessage: call.message?.slice(0, 500) ?? null,
      requestMethod: request.method,
      requestPath: request.routeOptions.url ?? '',
      requestParams: paramsOf(call.args),
      optIp: request.ip,
      requestId: request.id,
      duration: call.duration,
      tokenName: key?.name ?? null,
      createUser: userId,
    })
    .execute();
}

/** Maximum number of characters of the arguments in a log entry. */
const maxParamsLength = 2000;

function paramsOf(args: LoggedCall['args']): string {
  const text = JSON.stringify(args);
  return text.length <= maxParamsLength ? text : JSON.stringify({ cut: text.slice(0, maxParamsLength) });
}
