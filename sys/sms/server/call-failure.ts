import { recordIn } from '@back-office/contract/record-in.ts';
import type { SmsOutcome } from './provider.ts';

/** Failures before any byte of the request was sent: there was no connection. */
const neverSent = /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_URL|CERT_|ERR_TLS_|SELF_SIGNED|UNABLE_TO_)/;

/**
 * The outcome of a call without an answer. Only without a connection is the message certainly not sent; a timeout or a broken connection may occur
 * after the provider has received it.
 */
export function callFailure(error: unknown): SmsOutcome {
  const { code, message, cause } = recordIn(error);
  const said = [code, message, recordIn(cause).code].filter((part) => typeof part === 'string').join(' ');
  if (neverSent.test(said)) return { state: 'later', reason: '连接不到短信服务商，稍后重试' };
  return { state: 'unknown', reason: '短信服务商没有应答，不知道是否已发出' };
}
