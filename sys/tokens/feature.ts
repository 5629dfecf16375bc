import type { Feature } from '@back-office/contract/office/feature.ts';
import { token } from './token.ts';

/** Keys by which programs call. */
export const tokensFeature: Feature = {
  name: 'tokens',
  resources: [token],
  menu: [{ resource: 'sys/token', group: '/sys', order: 66, title: '接口密钥', icon: 'key' }],
};
