import type { SmsProvider } from './provider.ts';

/** The default provider: messages are stored and shown as they would be sent, but not delivered. So none can be sent twice. */
export const logProvider: SmsProvider = {
  name: 'log',
  templatesOnly: false,
  send: () => Promise.resolve({ state: 'accepted', providerId: null }),
  find: () => Promise.resolve({ state: 'absent' }),
};
