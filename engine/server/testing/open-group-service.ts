import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Kind = '企业微信' | '钉钉' | '飞书';

/** The services that group bots post to: each, as its documentation says, accepts correctly signed calls and refuses the rest. */
export interface GroupService {
  readonly origin: string;
  readonly url: (kind: Kind) => string;
  /** The accepted texts. */
  readonly taken: { readonly kind: Kind; readonly text: string }[];
  /** The next answers, instead of the usual ones; after what happens `meanwhile`. */
  readonly next: {
    readonly status?: number;
    readonly body?: unknown;
    readonly cut?: boolean;
    readonly location?: string;
    readonly meanwhile?: () => Promise<unknown>;
  }[];
  calls: number;
  readonly close: () => void;
}

export const groupSecret = 'SEC-of-the-group-1';
const keys: Readonly<Record<Kind, string>> = { 企业微信: 'key-of-wecom', 钉钉: 'token-of-dingtalk', 飞书: 'hook-of-feishu' };

/** Opens them on this machine; close them after use. */
export async function openGroupService(): Promise<GroupService> {
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      service.calls += 1;
      const met = service.next.shift();
      await met?.meanwhile?.();
      if (met?.cut === true) return request.socket.destroy();
      if (met !== undefined) {
        response.writeHead(met.status ?? 200, met.location === undefined ? {} : { location: met.location });
        return response.end(JSON.stringify(met.body ?? {}));
      }
      const { kind, answer, text } = replyTo(new URL(request.url ?? '', 'http://here'), JSON.parse(body) as Posted);
      if (text !== undefined) service.taken.push({ kind, text });
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: GroupService = {
    origin,
    url: (kind) =>
      ({
        企业微信: `${origin}/cgi-bin/webhook/send?key=${keys['企业微信']}`,
        钉钉: `${origin}/robot/send?access_token=${keys['钉钉']}`,
        飞书: `${origin}/open-apis/bot/v2/hook/${keys['飞书']}`,
      })[kind],
    taken: [],
    next: [],
    calls: 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

interface Posted {
  readonly msgtype?: string;
  readonly msg_type?: string;
  readonly text?: { readonly content: string };
  readonly content?: { readonly text: string };
  readonly timestamp?: string;
  readonly sign?: string;
}

interface Judged {
  readonly kind: Kind;
  readonly answer: unknown;
  readonly text?: string;
}

function replyTo(url: URL, body: Posted): Judged {
  if (url.pathname === '/cgi-bin/webhook/send') return wecom(url, body);
  if (url.pathname === '/robot/send') return dingtalk(url, body);
  return feishu(url, body);
}

function wecom(url: URL, { msgtype, text }: Posted): Judged {
  const kind = '企业微信';
  if (url.searchParams.get('key') !== keys[kind]) return { kind, answer: { errcode: 93_000, errmsg: 'invalid webhook url' } };
  if (msgtype !== 'text' || text === undefined) return { kind, answer: { errcode: 40_008, errmsg: 'invalid message type' } };
  if (Buffer.byteLength(text.content) > 2048) return { kind, answer: { errcode: 40_058, errmsg: 'content exceeds limit' } };
  return { kind, answer: { errcode: 0, errmsg: 'ok' }, text: text.content };
}

/** The signature is in the address: HMAC-SHA256 with the secret, of the milliseconds and the secret, valid for an hour. */
function dingtalk(url: URL, { msgtype, text }: Posted): Judged {
  const kind = '钉钉';
  const refuse = (errcode: number, errmsg: string): Judged => ({ kind, answer: { errcode, errmsg } });
  if (url.searchParams.get('access_token') !== keys[kind]) return refuse(300_005, 'token is not exist');
  const timestamp = url.searchParams.get('timestamp') ?? '';
  if (Math.abs(Date.now() - Number(timestamp)) > 3_600_000) return refuse(310_000, 'invalid timestamp');
  const right = createHmac('sha256', groupSecret).update(`${timestamp}\n${groupSecret}`).digest('base64');
  if (url.searchParams.get('sign') !== right) return refuse(310_000, 'sign not match');
  return msgtype === 'text' && text !== undefined
    ? { kind, answer: { errcode: 0, errmsg: 'ok' }, text: text.content }
    : refuse(40_035, 'missing text');
}

/** The signature is in the body: HMAC-SHA256 of nothing, with the seconds and the secret as key, valid for an hour. */
function feishu(url: URL, { msg_type: type, content, timestamp = '', sign }: Posted): Judged {
  const kind = '飞书';
  const refuse = (code: number, msg: string): Judged => ({ kind, answer: { code, msg, data: {} } });
  if (!url.pathname.endsWith(`/${keys[kind]}`)) return refuse(19_001, 'param invalid: incoming webhook access token invalid');
  const isTimely = Math.abs(Date.now() / 1000 - Number(timestamp)) < 3600;
  if (!isTimely || sign !== createHmac('sha256', `${timestamp}\n${groupSecret}`).update('').digest('base64'))
    return refuse(19_021, 'sign match fail or timestamp is not within one hour from current time');
  return type === 'text' && content !== undefined
    ? { kind, answer: { StatusCode: 0, StatusMessage: 'success', code: 0, msg: 'success' }, text: content.text }
    : refuse(9499, 'Bad Request');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
