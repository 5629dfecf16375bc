import { codes } from '@back-office/contract/envelope.ts';
import type { SecondFactor } from '@back-office/contract/calls/two-factor.ts';
import { ApiError } from '../request/api-error.ts';

/** The remaining step of a sign-in. */
export type PendingStep = Pick<SecondFactor, 'ticket' | 'ways'>;

/** The remaining step named by a sign-in refusal (docs/decisions/0016-two-step-sign-in.md); undefined for every other refusal. */
export function pendingStepOf(error: unknown): PendingStep | undefined {
  if (!(error instanceof ApiError) || error.code !== codes.secondFactor.code) return undefined;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('ticket' in data) || typeof data.ticket !== 'string') return undefined;
  const given: unknown[] | undefined = 'ways' in data && Array.isArray(data.ways) ? data.ways : undefined;
  return {
    ticket: data.ticket,
    ...(given === undefined ? {} : { ways: (['app', 'passkey'] as const).filter((way) => given.includes(way)) }),
  };
}

/** Whether the person has an app that shows codes. */
export const hasApp = ({ ways = ['app'] }: Pick<PendingStep, 'ways'>): boolean => ways.includes('app');

/** The kinds of code that are accepted. */
export const codeHelp = (step: Pick<PendingStep, 'ways'>): string =>
  hasApp(step) ? '输入身份验证器显示的 6 位数字；手机不在身边时，可输入一个恢复码。' : '通行密钥不在身边时，可输入一个恢复码。';
