import { textOf } from '@back-office/contract/resource/text-of.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { createRequire } from 'node:module';
import type { AliyunSettings } from '@back-office/server/platform/sms-settings.ts';
import { callFailure } from './call-failure.ts';
import { dayIn } from './day-in.ts';
import type { OutgoingSms, SmsInquiryResult, SmsOutcome, SmsProvider } from './provider.ts';

const timeout = 7000;
/** Error codes that mean that nothing was sent, and that a retry may succeed. */
const transientCodes = /^(?:isp\.SYSTEM_ERROR|isp\.RAM_PERMISSION_BUSY|Throttling\b.*|ServiceUnavailable|InternalError|isv\.SYSTEM_BUSY)$/;

// CommonJS packages whose `default` is a property: the result of `import` depends on the loader.
const require = createRequire(import.meta.url);
const {
  default: Client,
  QuerySendDetailsRequest,
  SendSmsRequest,
} = require('@alicloud/dysmsapi20170525') as typeof import('@alicloud/dysmsapi20170525');
const { $OpenApiUtil } = require('@alicloud/openapi-core') as typeof import('@alicloud/openapi-core');

/** Alibaba Cloud's short message service, through its own SDK, which signs each call with ACS3-HMAC-SHA256. */
export function aliyunProvider({ accessKeyId, accessKeySecret, signName, endpoint }: AliyunSettings): SmsProvider {
  const { protocol, host } = new URL(endpoint);
  const client = new Client(
    new $OpenApiUtil.Config({
      accessKeyId,
      accessKeySecret,
      endpoint: host,
      protocol: protocol.slice(0, -1),
      connectTimeout: timeout,
      readTimeout: timeout,
    }),
  );
  const send = async ({ id, phone, template }: OutgoingSms): Promise<SmsOutcome> => {
    if (template === undefined) return { state: 'refused', reason: '服务商只发送审核通过的模板' };
    const request = new SendSmsRequest({
      phoneNumbers: phone.replace(/^\+/, ''),
      signName,
      templateCode: template.code,
      templateParam: JSON.stringify(template.variables),
      outId: id,
    });
    try {
      const { body } = await client.sendSms(request);
      if (body?.code === 'OK') return { state: 'accepted', providerId: body.bizId ?? null };
      return refusal(body?.code, body?.message);
    } catch (error) {
      const { code, message, statusCode } = recordIn(error);
      return typeof statusCode === 'number' ? refusal(textOf(code), textOf(message)) : callFailure(error);
    }
  };
  const find = async ({ id, phone }: OutgoingSms, triedAt: Date): Promise<SmsInquiryResult> => {
    const request = new QuerySendDetailsRequest({
      phoneNumber: phone.replace(/^\+/, ''),
      sendDate: dayIn('Asia/Shanghai', triedAt),
      pageSize: 50,
      currentPage: 1,
    });
    const { body } = await client.querySendDetails(request);
    const found = body?.smsSendDetailDTOs?.smsSendDetailDTO?.find(({ outId }) => outId === id);
    if (found === undefined) return { state: 'unknown', reason: '服务商处查不到这条短信，可能没有发出' };
    return found.sendStatus === 2
      ? { state: 'refused', reason: `服务商报告发送失败：${found.errCode ?? ''}` }
      : { state: 'accepted', providerId: null };
  };
  return { name: 'aliyun', templatesOnly: true, send, find };
}

function refusal(code = '', message = ''): SmsOutcome {
  return { state: transientCodes.test(code) ? 'later' : 'refused', reason: `${message}（${code}）`.slice(0, 500) };
}
