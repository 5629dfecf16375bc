import type { Feature } from '@back-office/contract/office/feature.ts';
import { passkey } from './passkey.ts';

/** Signing in with a passkey. */
export const passkeysFeature: Feature = {
  name: 'passkeys',
  resources: [passkey],
  menu: [{ resource: 'sys/passkey', group: '/sys', order: 62, title: '通行密钥', icon: 'lock' }],
  needs: ['users', 'notices'],
};
