import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AliyunSettings, TencentSettings } from '../platform/sms-settings.ts';

/** A message that the stand-in has accepted. */
export interface TakenSms {
  readonly phone: string;
  readonly template: string;
  readonly parameters: unknown;
  readonly signName: string;
  /** Our id, sent with the message. */
  readonly ourId: string;
}

type Answer = Readonly<Record<string, unknown>>;

export interface SmsStandIn {
  readonly endpoint: string;
  readonly taken: TakenSms[];
  /** The next answers: one instead of the usual, `cut` to accept the message without answering, or `lost` to neither answer nor accept it. */
  readonly next: (Answer | 'cut' | 'lost')[];
  /** The next answers to queries about messages, instead of the usual ones. */
  readonly found: Answer[];
  /** How often each action was called. */
  readonly calls: Record<string, number>;
  drop(): Promise<void>;
}

const smsKeys = { id: 'test-key-id', secret: 'test-key-secret' };

/** The settings that point to the stand-in. */
export const smsSettingsFor = {
  aliyun: (endpoint: string, secret = smsKeys.secret): AliyunSettings => ({
    provider: 'aliyun',
    accessKeyId: smsKeys.id,
    accessKeySecret: secret,
    signName: '测试签名',
    endpoint,
  }),
  tencent: (endpoint: string, secret = smsKeys.secret): TencentSettings => ({
    provider: 'tencent',
    secretId: smsKeys.id,
    secretKey: secret,
    appId: '1400006666',
    signName: '测试签名',
    region: 'ap-guangzhou',
    endpoint,
  }),
};

/**
 * A server that answers as the provider does, according to its documentation: it computes the signature from the
 * request as received, and refuses a call whose signature differs.
 */
export async function openSmsProvider(provider: 'aliyun' | 'tencent'): Promise<SmsStandIn> {
  const taken: TakenSms[] = [];
  const next: SmsStandIn['next'] = [];
  const found: Answer[] = [];
  const calls: Record<string, number> = {};
  const talk = provider === 'aliyun' ? aliyun : tencent;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const action = String(request.headers['x-acs-action'] ?? request.headers['x-tc-action']);
      calls[action] = (calls[action] ?? 0) + 1;
      const issue = talk.issue(request, body);
      if (issue !== undefined) return answer(response, provider === 'aliyun' ? 400 : 200, issue);
      const special = action === 'SendSms' ? next.shift() : found.shift();
      if (special === 'lost') return request.socket.destroy();
      if (typeof special === 'object') return answer(response, 200, special);
      if (action === 'SendSms') taken.push(talk.message(request, body));
      if (special === 'cut') return request.socket.destroy();
      return answer(response, 200, action === 'SendSms' ? talk.accepted(taken.length) : talk.details(taken));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    next,
    found,
    calls,
    drop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

interface Talk {
  /** The refusal of a call with a wrong signature. */
  issue: (request: IncomingMessage, body: string) => Answer | undefined;
  message: (request: IncomingMessage, body: string) => TakenSms;
  accepted: (count: number) => Answer;
  details: (taken: readonly TakenSms[]) => Answer;
}

const queryOf = (request: IncomingMessage): URLSearchParams => new URL(request.url ?? '/', 'http://stand-in').searchParams;
const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** ACS3-HMAC-SHA256, "V3 版请求体和签名机制". */
const aliyun: Talk = {
  issue: (request, body) => {
    const header = request.headers.authorization ?? '';
    const [, credential, signed = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=(\w+)$/.exec(header) ?? [];
    const query = [...queryOf(request)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${percent(name)}=${percent(value)}`);
    const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
    const canonical = [request.method, '/', query.join('&'), headers.join(''), signed, hex(body)].join('\n');
    const right = hmac(smsKeys.secret, `ACS3-HMAC-SHA256\n${hex(canonical)}`).toString('hex');
    const complete = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'].every(
      (name) => signed.split(';').includes(name),
    );
    if (credential === smsKeys.id && signature === right && complete && request.headers['x-acs-content-sha256'] === hex(body))
      return undefined;
    return { Code: 'SignatureDoesNotMatch', Message: 'Specified signature is not matched with our calculation.', RequestId: 'R' };
  },
  message: (request) => {
    const query = queryOf(request);
    return {
      phone: query.get('PhoneNumbers') ?? '',
      template: query.get('TemplateCode') ?? '',
      parameters: JSON.parse(query.get('TemplateParam') ?? 'null'),
      signName: query.get('SignName') ?? '',
      ourId: query.get('OutId') ?? '',
    };
  },
  accepted: (count) => ({ Code: 'OK', Message: 'OK', RequestId: 'R', BizId: `biz-${count}` }),
  details: (taken) => ({
    Code: 'OK',
    Message: 'OK',
    TotalCount: String(taken.length),
    SmsSendDetailDTOs: { SmsSendDetailDTO: taken.map(({ ourId, phone }) => ({ OutId: ourId, PhoneNum: phone, SendStatus: 3 })) },
  }),
};

interface TencentBody {
  PhoneNumberSet: string[];
  TemplateId: string;
  TemplateParamSet: string[];
  SignName: string;
  SessionContext: string;
}

/** TC3-HMAC-SHA256, "签名方法 v3". */
const tencent: Talk = {
  issue: (request, body) => {
    const header = request.headers.authorization ?? '';
    const [, id, day = '', signed = '', signature] =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]+)\/sms\/tc3_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(header) ?? [];
    // The real service uses the default port, so only its name is signed; here a port follows it.
    const valueOf = (name: string): string =>
      name === 'host' ? 'sms.tencentcloudapi.com' : String(request.headers[name]).trim().toLowerCase();
    const headers = signed.split(';').map((name) => `${name}:${valueOf(name)}\n`);
    const canonical = [request.method, '/', '', headers.join(''), signed, hex(body)].join('\n');
    const stamp = String(request.headers['x-tc-timestamp']);
    const text = ['TC3-HMAC-SHA256', stamp, `${day}/sms/tc3_request`, hex(canonical)].join('\n');
    const key = hmac(hmac(hmac(`TC3${smsKeys.secret}`, day), 'sms'), 'tc3_request');
    const today = new Date(Number(stamp) * 1000).toISOString().slice(0, 10);
    if (id === smsKeys.id && signature === hmac(key, text).toString('hex') && day === today) return undefined;
    return {
      Response: {
        Error: { Code: 'AuthFailure.SignatureFailure', Message: 'The provided credentials could not be validated.' },
        RequestId: 'R',
      },
    };
  },
  message: (_request, body) => {
    const sent = JSON.parse(body) as TencentBody;
    return {
      phone: sent.PhoneNumberSet[0] ?? '',
      template: sent.TemplateId,
      parameters: sent.TemplateParamSet,
      signName: sent.SignName,
      ourId: sent.SessionContext,
    };
  },
  accepted: (count) => ({
    Response: { SendStatusSet: [{ SerialNo: `serial-${count}`, Code: 'Ok', Message: 'send success' }], RequestId: 'R' },
  }),
  details: (taken) => ({
    Response: {
      PullSmsSendStatusSet: taken.map(({ ourId }, at) => ({
        SessionContext: ourId,
        SerialNo: `serial-${at + 1}`,
        ReportStatus: 'SUCCESS',
      })),
      RequestId: 'R',
    },
  }),
};
