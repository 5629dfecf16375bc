import type { EachAnswer, EachResult } from '@back-office/contract/calls/save-each.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Values } from '../fields/field-kit.ts';
import { newKey } from '../../platform/request/new-key.ts';
import { request } from '../../platform/request/request.ts';
import { isRefusal, isTransient } from '../../platform/request/retry-until-success.ts';

/** Records per call: few enough to show progress, and to stop between calls. */
const atOnce = 50;

/** The reason shown if no answer arrived, so that the outcome is unknown. Callers do not reload the list then: that would only repeat the error. */
export const noAnswer = '没有得到答复，请刷新后核对';

/** A record, and the values to write. */
export interface Change {
  readonly row: AnyRow;
  readonly values: Values;
}

/** The outcome for one record: the stored record, or why it was not changed. */
export interface Outcome {
  readonly row: AnyRow;
  readonly saved?: AnyRow;
  readonly why?: string;
  /** The record as somebody else has stored it, if that is why. */
  readonly current?: AnyRow;
}

/** How many of these records were changed, were not, and may have been, since their answer was lost. */
export function countOutcomes(verb: string, outcomes: readonly Outcome[]): string {
  const reasons = outcomes.flatMap(({ why }) => why ?? []);
  const unknown = reasons.filter((why) => why === noAnswer).length;
  const said = [`已${verb} ${grouped(outcomes.length - reasons.length)} 条`];
  if (reasons.length > unknown) said.push(`${grouped(reasons.length - unknown)} 条没有${verb}`);
  if (unknown > 0) said.push(`${grouped(unknown)} 条不知道是否${verb}`);
  return said.join('，');
}

export interface EachCall {
  readonly resource: Resource;
  /** The call under the resource; save-each when absent. */
  readonly call?: { readonly method: 'POST' | 'PUT'; readonly name: string } | undefined;
}

interface Watching {
  readonly onProgress: (done: number) => void;
  readonly stopped: () => boolean;
}

/** Changes records in batches, one call after the other, and returns the outcome of each; never rejects. Records after a stop have no outcome. */
export async function sendEach({ resource, call }: EachCall, changes: readonly Change[], watching?: Watching): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < changes.length && watching?.stopped() !== true; from += atOnce) {
    const part = changes.slice(from, from + atOnce);
    const path = `/api/${resource.name}/${call?.name ?? 'save-each'}`;
    const json = part.map(({ row, values }) => ({ id: row.id, version: row.version, ...values }));
    try {
      const { results } = await sendWithRetry(path, { method: call?.method ?? 'POST', json });
      outcomes.push(...part.map(({ row }, at) => outcomeOf(resource, row, results[at])));
    } catch (error) {
      const why = isRefusal(error) ? error.message : noAnswer;
      outcomes.push(...part.map(({ row }) => ({ row, why })));
      break;
    }
    watching?.onProgress(outcomes.length);
  }
  return outcomes;
}

/** Retries a call whose answer was lost, with the same idempotency key, so that no change is applied twice. */
async function sendWithRetry(path: string, options: { method: 'POST' | 'PUT'; json: unknown }): Promise<EachAnswer<AnyRow>> {
  const headers = { 'Idempotency-Key': newKey() };
  const send = () => request<EachAnswer<AnyRow>>(path, { ...options, headers, quiet: true });
  try {
    return await send();
  } catch (error) {
    if (!isTransient(error)) throw error;
    return send();
  }
}

function outcomeOf(resource: Resource, row: AnyRow, result: EachResult<AnyRow> | undefined): Outcome {
  if (result?.saved !== undefined) return { row, saved: result.saved };
  if (result === undefined) return { row, why: noAnswer };
  const { message, data } = result.refused;
  const { conflict, current } = recordIn(data);
  if (conflict === 'version') return { row, why: '已被他人修改，没有覆盖', current: { ...row, ...recordIn(current) } };
  const { fields } = recordIn(data);
  const { field } = recordIn(Array.isArray(fields) ? fields[0] : undefined);
  const label = typeof field === 'string' ? resource.fields[field]?.label : undefined;
  return { row, why: label === undefined || message.includes(label) ? message : `${label}：${message}` };
}
