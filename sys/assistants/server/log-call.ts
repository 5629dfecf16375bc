import type { Resource } from '@back-office/contract/resource/resource.ts';
import { outcomes } from '@back-office/contract/status.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { filterParameters, loggedValue } from '@back-office/server/crud/filter.ts';
import { callColumns } from '@back-office/server/identity/session/call-columns.ts';
import { jsonText } from '@back-office/server/platform/database/json-text.ts';
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
  await db
    .insertInto('sys_log_opt')
    .values({
      ...callColumns(request),
      optModule: call.resource?.title ?? '助手',
      optType: '助手',
      optTarget: call.tool,
      optStatus: call.message === undefined ? outcomes.success : outcomes.failure,
      optMessage: call.message?.slice(0, 500) ?? null,
      requestParams: paramsOf(call),
      duration: call.duration,
    })
    .execute();
}

/** Maximum number of characters of the arguments in a log entry. */
const maxParamsLength = 2000;

function paramsOf({ args, resource }: LoggedCall): string {
  const { query } = args;
  const text = jsonText(typeof query === 'string' ? { ...args, query: maskedQuery(resource, query).toString() } : args);
  return text.length <= maxParamsLength ? text : jsonText({ cut: text.slice(0, maxParamsLength) });
}

/** A list's query, and those within it, with the values that an export's log line shows; of what is no field the value is masked too. */
function maskedQuery(resource: Resource | undefined, query: string): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(query)].map(([name, value]) => [name, maskedParameter(resource, name, value)]));
}

function maskedParameter(resource: Resource | undefined, name: string, given: string): string {
  if (name === 'of') return maskedQuery(resource, given).toString();
  const operator = filterParameters.find((each) => each === name);
  if (operator === undefined) return given;
  if (operator === 'search')
    return resource === undefined ? '***' : loggedValue(resource, { operator, field: resource.label, value: given });
  const [field = ''] = given.split(':', 1);
  const isField = resource !== undefined && Object.hasOwn(resource.fields, field);
  return `${field}:${isField ? loggedValue(resource, { operator, field, value: given.slice(field.length + 1) }) : '***'}`;
}
