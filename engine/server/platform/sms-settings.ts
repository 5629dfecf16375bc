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
export function smsOf(values: z.infer<typeof variables>): SmsSettings {
  const perDay = { perNumber: values.SMS_DAILY_PER_NUMBER, perUser: values.SMS_DAILY_PER_USER };
  const requireVariable = (name: 'SMS_SIGN_NAME' | 'SMS_ACCESS_KEY_ID' | 'SMS_ACCESS_KEY_SECRET' | 'SMS_APP_ID'): string => {
    const value = values[name];
    if (value === undefined) throw new StartError(`${name} must be set where SMS_PROVIDER is ${values.SMS_PROVIDER}.`);
    return value;
  };
  if (values.SMS_PROVIDER === 'log') return { provider: 'log', ...perDay };
  const [key, secret, signName] = [
    requireVariable('SMS_ACCESS_KEY_ID'),
    requireVariable('SMS_ACCESS_KEY_SECRET'),
    requireVariable('SMS_SIGN_NAME'),
  ];
  if (values.SMS_PROVIDER === 'aliyun') {
    const endpoint = values.SMS_ENDPOINT ?? 'https://dysmsapi.aliyuncs.com';
    return { provider: 'aliyun', accessKeyId: key, accessKeySecret: secret, signName, endpoint, ...perDay };
  }
  const endpoint = values.SMS_ENDPOINT ?? 'https://sms.tencentcloudapi.com';
  return {
    provider: 'tencent',
    secretId: key,
    secretKey: secret,
    signName,
    appId: requireVariable('SMS_APP_ID'),
    region: values.SMS_REGION,
    endpoint,
    ...perDay,
  };
}
