import { textOf } from '@back-office/contract/resource/text-of.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { lookup } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createRequire } from 'node:module';
import type { LookupFunction } from 'node:net';
import type { TencentSettings } from '@back-office/server/platform/sms-settings.ts';
import { callFailure } from './call-failure.ts';
import type { OutgoingSms, SmsInquiryResult, SmsOutcome, SmsProvider } from './provider.ts';

// A CommonJS package without a default export: the result of `import` depends on the loader.
const tencent = createRequire(import.meta.url)('tencentcloud-sdk-nodejs-sms') as typeof import('tencentcloud-sdk-nodejs-sms');

const timeoutSeconds = 7;
const hour = 3600;
/** Error codes that mean that nothing was sent, and that a retry may succeed. */
const transientCodes = /^(?:InternalError(?:\.(?!SendAndRecvFail|Timeout).*)?|RequestLimitExceeded.*|ServiceUnavailable)$/;
/** Passed on to the carrier, with an unknown outcome. */
const unclear = /^InternalError\.(?:SendAndRecvFail|Timeout)$/;

/** Tencent Cloud's short message service, through its own SDK, which signs each call with TC3-HMAC-SHA256. */
export function tencentProvider({ secretId, secretKey, appId, signName, region, endpoint }: TencentSettings): SmsProvider {
  const client = new tencent.sms.v20210111.Client({
    credential: { secretId, secretKey },
    region,
    profile: { httpProfile: { ...placeOf(new URL(endpoint)), reqTimeout: timeoutSeconds } },
  });
  const send = async ({ id, phone, template }: OutgoingSms): Promise<SmsOutcome> => {
    if (template === undefined) return { state: 'refused', reason: '服务商只发送审核通过的模板' };
    try {
      const { SendStatusSet: [status] = [] } = await client.SendSms({
        SmsSdkAppId: appId,
        SignName: signName,
        TemplateId: template.code,
        TemplateParamSet: template.order.map((name) => template.variables[name] ?? ''),
        PhoneNumberSet: [international(phone)],
        SessionContext: id,
      });
      if (status?.Code === 'Ok') return { state: 'accepted', providerId: status.SerialNo ?? null };
      return status === undefined ? callFailure(undefined) : refusal(status.Code, status.Message);
    } catch (error) {
      const { code, message, requestId } = recordIn(error);
      // Only answers of the service have a request id.
      return typeof requestId === 'string' && requestId !== '' ? refusal(textOf(code), textOf(message)) : callFailure(error);
    }
  };
  const find = async ({ id, phone }: OutgoingSms, triedAt: Date): Promise<SmsInquiryResult> => {
    const since = Math.floor(triedAt.getTime() / 1000);
    const { PullSmsSendStatusSet: found = [] } = await client.PullSmsSendStatusByPhoneNumber({
      BeginTime: since - 60,
      EndTime: since + hour,
      Offset: 0,
      Limit: 100,
      PhoneNumber: international(phone),
      SmsSdkAppId: appId,
    });
    const own = found.find(({ SessionContext }) => SessionContext === id);
    if (own === undefined) return { state: 'unknown', reason: '服务商处查不到这条短信，可能没有发出' };
    return own.ReportStatus === 'FAIL'
      ? { state: 'refused', reason: `服务商报告发送失败：${own.Description ?? ''}`.slice(0, 500) }
      : { state: 'accepted', providerId: own.SerialNo ?? null };
  };
  return { name: 'tencent', templatesOnly: true, send, find };
}

/**
 * The endpoint for the SDK. It signs the first label of the host as the service's name, so a gateway with another name is called under the service's
 * own host name; the gateway's address and certificate name are set in the agent.
 */
function placeOf({ protocol, host, hostname, port }: URL): { endpoint: string; protocol: string; agent?: HttpAgent } {
  if (hostname.startsWith('sms.')) return { endpoint: host, protocol: `${protocol}//` };
  const options = {
    keepAlive: true,
    lookup: ((_host, options, done) => lookup(hostname, options, done)) satisfies LookupFunction,
  };
  const agent = protocol === 'https:' ? new HttpsAgent({ ...options, servername: hostname }) : new HttpAgent(options);
  return { endpoint: `sms.tencentcloudapi.com${port === '' ? '' : `:${port}`}`, protocol: `${protocol}//`, agent };
}

const international = (phone: string): string => (phone.startsWith('+') ? phone : `+86${phone}`);

function refusal(code = '', message = ''): SmsOutcome {
  if (unclear.test(code)) return callFailure(undefined);
  return { state: transientCodes.test(code) ? 'later' : 'refused', reason: `${message}（${code}）`.slice(0, 500) };
}
