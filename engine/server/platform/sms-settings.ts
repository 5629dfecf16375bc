import { z } from 'zod';
import { StartError } from './start-error.ts';

/** The operator's settings of text messages (docs/operating.md). */
export type SmsSettings = (LogSettings | AliyunSettings | TencentSettings) & {
  /** Most messages per day to one number, and by one person. */
  readonly perNumber: number;
  readonly perUser: number;
};

interface LogSettings {
  readonly provider: 'log';
}

export interface AliyunSettings {
  readonly provider: 'aliyun';
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly signName: string;
  readonly endpoint: string;
}

export interface TencentSettings {
  readonly provider: 'tencent';
  readonly secretId: string;
  readonly secretKey: string;
  readonly appId: string;
  readonly signName: string;
  readonly region: string;
  readonly endpoint: string;
}

const most = z.coerce
  .number('must be a whole number from 1 to 1000000')
  .int('must be a whole number from 1 to 1000000')
  .min(1, 'must be at least 1')
  .max(1_000_000, 'must be at most 1000000');

/** The variables by name, as part of the schema of all settings. */
export const smsVariables = {
  SMS_PROVIDER: z.enum(['log', 'aliyun', 'tencent'], 'must be log, aliyun or tencent').default('log'),
  SMS_SIGN_NAME: z.string().optional(),
  SMS_ACCESS_KEY_ID: z.string().optional(),
  SMS_ACCESS_KEY_SECRET: z.string().optional(),
  SMS_APP_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the digits of the SdkAppId')
    .optional(),
  SMS_REGION: z.string().default('ap-guangzhou'),
  SMS_ENDPOINT: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http or https URL')
    .optional(),
  SMS_DAILY_PER_NUMBER: most.default(20),
  SMS_DAILY_PER_USER: most.default(5000),
};

const variables = z.object(smsVariables);

/** Combines the variables; throws a StartError that names the one missing for the chosen provider. */
export function smsOf(given: z.infer<typeof variables>): SmsSettings {
  const perDay = { perNumber: given.SMS_DAILY_PER_NUMBER, perUser: given.SMS_DAILY_PER_USER };
  const need = (name: 'SMS_SIGN_NAME' | 'SMS_ACCESS_KEY_ID' | 'SMS_ACCESS_KEY_SECRET' | 'SMS_APP_ID'): string => {
    const value = given[name];
    if (value === undefined) throw new StartError(`${name} must be set where SMS_PROVIDER is ${given.SMS_PROVIDER}.`);
    return value;
  };
  if (given.SMS_PROVIDER === 'log') return { provider: 'log', ...perDay };
  const [key, secret, signName] = [need('SMS_ACCESS_KEY_ID'), need('SMS_ACCESS_KEY_SECRET'), need('SMS_SIGN_NAME')];
  if (given.SMS_PROVIDER === 'aliyun') {
    const endpoint = given.SMS_ENDPOINT ?? 'https://dysmsapi.aliyuncs.com';
    return { provider: 'aliyun', accessKeyId: key, accessKeySecret: secret, signName, endpoint, ...perDay };
  }
  const endpoint = given.SMS_ENDPOINT ?? 'https://sms.tencentcloudapi.com';
  return {
    provider: 'tencent',
    secretId: key,
    secretKey: secret,
    signName,
    appId: need('SMS_APP_ID'),
    region: given.SMS_REGION,
    endpoint,
    ...perDay,
  };
}
