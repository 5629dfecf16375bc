import type { SmsSettings } from '@back-office/server/platform/sms-settings.ts';
import { logProvider } from './log-provider.ts';
import type { SmsProvider } from './provider.ts';

/** Returns the provider named in the settings. The other providers' packages, which are slow to load, are never loaded. */
export async function openProvider(settings: SmsSettings): Promise<SmsProvider> {
  if (settings.provider === 'aliyun') return (await import('./aliyun-provider.ts')).aliyunProvider(settings);
  if (settings.provider === 'tencent') return (await import('./tencent-provider.ts')).tencentProvider(settings);
  return logProvider;
}
