import { defineEvents } from 'back-office/contract';

/** What programs learn by webhooks besides additions, changes and deletions. */
export const agreementEvents = defineEvents('acme/agreement', { approved: '批准', ended: '终止' });
