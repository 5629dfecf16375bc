import { createHmac } from 'node:crypto';
import { botKinds } from '../bot.ts';

interface Signed {
  readonly url: URL;
  readonly body: string;
}

/**
 * A message in the format of this kind of bot, signed if it has a secret.
 *
 * @see https://developer.work.weixin.qq.com/document/path/91770 (needs only the key in the address)
 * @see https://open.dingtalk.com/document/robots/customize-robot-security-settings
 * @see https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
 */
export function signPost(kind: string, address: string, secret: string | undefined, text: string, at: number): Signed {
  const url = new URL(address);
  if (kind === botKinds.feishu) {
    const timestamp = String(Math.floor(at / 1000));
    // The text to sign is used as the HMAC key, and the hashed message is empty.
    const sign = secret === undefined ? {} : { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') };
    return { url, body: JSON.stringify({ ...sign, msg_type: 'text', content: { text } }) };
  }
  if (kind === botKinds.dingtalk && secret !== undefined) {
    url.searchParams.set('timestamp', String(at));
    url.searchParams.set('sign', createHmac('sha256', secret).update(`${at}\n${secret}`).digest('base64'));
  }
  return { url, body: JSON.stringify({ msgtype: 'text', text: { content: text } }) };
}
