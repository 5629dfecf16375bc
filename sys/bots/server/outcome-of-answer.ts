import { recordIn } from '@back-office/contract/record-in.ts';
import type { Outcome } from '../../shared/server/outcome.ts';
import type { Attempt } from '../../webhooks/server/post-json.ts';

/** Rate limits and busy services, worth a retry: 企业微信 45009 and -1, 钉钉 130101, 410100 and -1, 飞书 11232. */
const transientCodes = new Set([-1, 45_009, 130_101, 410_100, 11_232]);

/** The outcome of an attempt: status 200 only says that the request arrived, the code in the body says whether it was accepted. */
export function outcomeOfAnswer({ status, answer = '', reason }: Attempt): Outcome {
  if (status === undefined) return { state: 'again', reason: reason ?? '没有答复' };
  if (status === 429 || status >= 500) return { state: 'again', reason: `对方答复 ${status}` };
  const { errcode, errmsg, code, msg, StatusCode, StatusMessage } = recordIn(parsed(answer));
  const number = [errcode, code, StatusCode].find((one) => typeof one === 'number');
  if (status >= 200 && status < 300 && number === 0) return { state: 'sent' };
  const errorText = [errmsg, msg, StatusMessage].find((one) => typeof one === 'string') ?? '';
  const words = `对方答复 ${typeof number === 'number' ? number : status}：${String(errorText)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 200)}`;
  return { state: typeof number === 'number' && transientCodes.has(number) ? 'again' : 'failed', reason: words };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
