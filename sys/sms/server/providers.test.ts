import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSmsProvider, smsSettingsFor, type SmsStandIn } from '@back-office/server/testing/open-sms-provider.ts';
import { openProvider } from './open-provider.ts';
import type { SmsProvider } from './provider.ts';

const perDay = { perNumber: 20, perUser: 5000 };
const sms = {
  id: '0199a0b0-0000-7000-8000-000000000001',
  phone: '13812345678',
  text: '验证码1234，张三 (测试)*',
  template: { code: '4321', variables: { code: '1234', name: "张三 (测试)*'!" }, order: ['code', 'name'] },
};

describe.each(['aliyun', 'tencent'] as const)('%s', (kind) => {
  let standIn: SmsStandIn;
  let provider: SmsProvider;
  const open = (endpoint: string, secret?: string): Promise<SmsProvider> =>
    openProvider({ ...smsSettingsFor[kind](endpoint, secret), ...perDay });

  beforeAll(async () => {
    standIn = await openSmsProvider(kind);
    provider = await open(standIn.endpoint);
  });
  afterAll(() => standIn.drop());

  it('sends a template with its values and our message id, signed as documented', async () => {
    const outcome = await provider.send(sms);
    expect(outcome).toEqual({ state: 'accepted', providerId: kind === 'aliyun' ? 'biz-1' : 'serial-1' });
    expect(standIn.taken).toEqual([
      {
        phone: kind === 'aliyun' ? sms.phone : `+86${sms.phone}`,
        template: '4321',
        parameters: kind === 'aliyun' ? sms.template.variables : ['1234', "张三 (测试)*'!"],
        signName: '测试签名',
        ourId: sms.id,
      },
    ]);
  });

  it('finds a message it sent by our id, and reports one it never sent as unknown', async () => {
    expect(await provider.find(sms, new Date())).toMatchObject({ state: 'accepted' });
    const nothing = { state: 'unknown', reason: '服务商处查不到这条短信，可能没有发出' };
    expect(await provider.find({ ...sms, id: '0199a0b0-0000-7000-8000-000000000002' }, new Date())).toEqual(nothing);
  });

  it('reports a message that was accepted but not delivered, with the provider’s reason', async () => {
    standIn.found.push(
      kind === 'aliyun'
        ? {
            Code: 'OK',
            SmsSendDetailDTOs: { SmsSendDetailDTO: [{ OutId: sms.id, SendStatus: 2, ErrCode: 'NOT_ON_SERVICE' }] },
            RequestId: 'R',
          }
        : {
            Response: {
              PullSmsSendStatusSet: [{ SessionContext: sms.id, ReportStatus: 'FAIL', Description: 'NOT_ON_SERVICE' }],
              RequestId: 'R',
            },
          },
    );
    expect(await provider.find(sms, new Date())).toEqual({ state: 'refused', reason: '服务商报告发送失败：NOT_ON_SERVICE' });
  });

  it('is refused with a wrong key, and gives the reason', async () => {
    const before = standIn.taken.length;
    const wrong = await open(standIn.endpoint, 'another-secret');
    expect(await wrong.send(sms)).toEqual({ state: 'refused', reason: expect.stringContaining('Signature') as unknown });
    expect(standIn.taken).toHaveLength(before);
  });

  it('does not retry when the connection breaks, and leaves the outcome unknown', async () => {
    const before = standIn.calls['SendSms'] ?? 0;
    standIn.next.push('cut');
    expect(await provider.send(sms)).toMatchObject({ state: 'unknown' });
    expect(standIn.calls['SendSms']).toBe(before + 1);
  });

  it('allows a retry if no connection was made or the service is busy', async () => {
    const gone = await openSmsProvider(kind);
    await gone.drop();
    expect(await (await open(gone.endpoint)).send(sms)).toMatchObject({ state: 'later' });
    const busy =
      kind === 'aliyun'
        ? { Code: 'isp.SYSTEM_ERROR', Message: '系统错误', RequestId: 'R' }
        : { Response: { SendStatusSet: [{ Code: 'InternalError.RequestTimeException', Message: 'busy' }], RequestId: 'R' } };
    standIn.next.push(busy);
    expect(await provider.send(sms)).toMatchObject({ state: 'later' });
  });

  it('allows no retry of what the service refuses', async () => {
    standIn.next.push(
      kind === 'aliyun'
        ? { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '手机号码格式错误', RequestId: 'R' }
        : { Response: { Error: { Code: 'FailedOperation.TemplateIncorrectOrUnapproved', Message: '模板未审批' }, RequestId: 'R' } },
    );
    expect(await provider.send(sms)).toMatchObject({ state: 'refused' });
    expect(await provider.send({ ...sms, template: undefined })).toMatchObject({ state: 'refused' });
  });
});
