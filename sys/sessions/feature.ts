import type { Feature } from '@back-office/contract/office/feature.ts';
import { session } from './session.ts';

/** Who is signed in now. */
export const sessionsFeature: Feature = {
  name: 'sessions',
  resources: [session],
  menu: [{ resource: 'sys/session', group: '/sys', order: 60, title: '在线用户', icon: 'session' }],
};
