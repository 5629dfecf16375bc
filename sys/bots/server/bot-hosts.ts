import { botKinds } from '../bot.ts';

/** The origins of each kind of bot: an address can lead only to that service, whoever entered it. */
const places = new Map<string, readonly { origin: string; path: RegExp }[]>([
  [botKinds.wecom, [{ origin: 'https://qyapi.weixin.qq.com', path: /^\/cgi-bin\/webhook\/send$/ }]],
  [botKinds.dingtalk, [{ origin: 'https://oapi.dingtalk.com', path: /^\/robot\/send$/ }]],
  [
    botKinds.feishu,
    [
      { origin: 'https://open.feishu.cn', path: /^\/open-apis\/bot\/v2\/hook\/[\w-]+$/ },
      { origin: 'https://open.larksuite.com', path: /^\/open-apis\/bot\/v2\/hook\/[\w-]+$/ },
    ],
  ],
]);

/** Whether this is a supported kind: the dictionary may have got other entries. */
export const isBotKind = (kind: string): boolean => places.has(kind);

/** Why an address is invalid for a bot of this kind; undefined if it is valid. `own` are self-hosted services (BOT_ORIGINS). */
export function addressIssue(kind: string, text: string, own: readonly string[]): string | undefined {
  const known = places.get(kind) ?? [];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || url.hash !== '') return '机器人地址不是有效的网址';
  if (known.length > 0 && own.includes(url.origin)) return undefined;
  return known.some(({ origin, path }) => url.origin === origin && path.test(url.pathname))
    ? undefined
    : `机器人地址应以 ${known.map(({ origin }) => origin).join(' 或 ')} 开头，请从${kind}的群机器人设置中完整复制`;
}
