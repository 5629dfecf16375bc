import { recordIn } from '@back-office/contract/record-in.ts';
import type { Outcome } from '../../shared/server/outcome.ts';
import { mailLine } from './mail-text.ts';

/**
 * The outcome of a failed attempt. A refusal of this mail (5xx to sender, recipient or content) is final; all else is retried: a server that is full
 * or unavailable, or one that refuses our login, which the operator may fix while the mail waits.
 */
export function outcomeOfError(error: unknown): Outcome {
  const { code, responseCode, response } = recordIn(error);
  const name = typeof code === 'string' ? code : '';
  const reply = typeof response === 'string' ? mailLine(response, 300) : '';
  if (name === 'EAUTH') return { state: 'again', reason: `邮件服务器拒绝登录：${reply}` };
  if (name === 'ETLS') return { state: 'again', reason: `与邮件服务器的加密连接没有建立，邮件没有发出${reply === '' ? '' : `：${reply}`}` };
  if (typeof responseCode === 'number' && /^(?:EENVELOPE|EMESSAGE)$/.test(name))
    return { state: responseCode >= 500 ? 'failed' : 'again', reason: `邮件服务器答复：${reply}` };
  if (reply !== '') return { state: 'again', reason: `邮件服务器答复：${reply}` };
  // Nothing was sent that the server could refuse: the address itself is invalid.
  if (name === 'EENVELOPE') return { state: 'failed', reason: '收件地址不能使用' };
  return { state: 'again', reason: `${reasons[name] ?? '连接不到邮件服务器'}${name === '' ? '' : `（${mailLine(name, 40)}）`}` };
}

const reasons: Readonly<Record<string, string>> = {
  ETIMEDOUT: '邮件服务器没有在规定时间内答复',
  EABORT: '邮件服务器没有在规定时间内答复',
  EDNS: '找不到邮件服务器的主机',
  ECONNECTION: '邮件服务器断开了连接',
};
