import { defineSettings } from 'back-office/server';

/** Settings of agreements that the operator of the server chooses. */
export const acmeSettings = defineSettings({
  ACME_WARN_DAYS: {
    kind: 'number',
    about: 'Days before its end that whoever is in charge of an agreement is told',
    min: 1,
    max: 365,
    default: 30,
    page: { title: '到期提醒', group: '合同', about: '合同到期前多少天提醒负责人。', unit: '天' },
  },
  ACME_PORTAL_URL: {
    kind: 'text',
    about: 'The address of the portal with whose accounts people sign in',
    pattern: 'https://\\S+|http://(?:127\\.0\\.0\\.1|localhost)(?:[:/]\\S*)?',
    message: 'must be an address that begins with https://, or with http:// on this machine',
  },
  ACME_PORTAL_KEY: { kind: 'text', about: 'What the portal knows this server by', secret: true },
  ACME_SIGNING_KEY: { kind: 'text', about: 'What the signing service signs its deliveries with, whsec_…', secret: true },
});
