import { botKinds } from '../bot.ts';

/** Where the bots of each kind are, and nowhere else: an address leads to its service and to no other place, whoever wrote it. */
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

/** Whether it is one of ours: a dictionary may have been given further words. */
export const isBotKind = (kind: string): boolean => places.has(kind);

/** Why an address is none of a bot of this kind; undefined for a good one. `own` are services that a house runs itself (BOT_ORIGINS). */
export function addressIssue(kind: string, text: string, own: readonly string[]): string | undefined {
  const known = places.get(kind) ?? [];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || url.hash !== '') return '机器人地址不是有效的网址';
  if (known.length > 0 && own.includes(url.origin)) return undefined;
  return known.some(({ origin, path }) => url.origin === origin && path.test(url.pathname))
    ? undefined
    : `机器人地址应以 ${known.map(({ origin }) => origin).join(' 或 ')} 开头，请从${kind}的群机器人设置中完整复制`;
}
