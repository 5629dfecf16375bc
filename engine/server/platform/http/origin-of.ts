import { recordIn } from '@back-office/contract/record-in.ts';
import { isPlainText } from '@back-office/contract/resource/plain-text.ts';
import type { FastifyRequest } from 'fastify';
import { refusedField } from './refusal.ts';

/** The origin of a change, as the operation log stores it. */
export interface Origin {
  readonly method: string;
  /** The route's template: the call without its values. */
  readonly path: string;
  readonly ip: string;
  readonly requestId: string;
  /** Milliseconds since the request came in. */
  readonly elapsed: () => number;
  /** What the call sent, as JSON without secrets; undefined if nothing of it may be logged. */
  readonly params?: () => string | undefined;
  /** The caller's reason: the query's `reason`, which a forced logout shows to the user. */
  readonly reason?: string;
}

const maxReasonLength = 100;

/** The origin of this request's changes. Refuses with 40000 a reason that is not short plain text. */
export function originOf(request: FastifyRequest): Origin {
  const start = performance.now();
  const reason = request.method === 'DELETE' ? reasonOf(request.query) : undefined;
  return {
    method: request.method,
    path: request.routeOptions.url ?? '',
    ip: request.ip,
    requestId: request.id,
    elapsed: () => Math.round(performance.now() - start),
    ...(reason === undefined ? {} : { reason }),
  };
}

function reasonOf(query: unknown): string | undefined {
  const raw = recordIn(query).reason;
  if (raw === undefined) return undefined;
  if (typeof raw !== 'string') throw refusedField('reason', '原因格式不正确');
  const reason = raw.trim();
  if (reason.length > maxReasonLength) throw refusedField('reason', `原因不能超过 ${maxReasonLength} 个字符`);
  if (!isPlainText(reason) || /[\r\n]/.test(reason)) throw refusedField('reason', '原因含有不可见的控制字符');
  return reason === '' ? undefined : reason;
}
