import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { ldapSettings } from './server/ldap-settings.ts';
import { ldapWay } from './server/ldap-way.ts';

/** Directories by which people sign in, as many as are set. */
export const ldapServer: ServerFeature = {
  name: 'ldap',
  signInWays: ({ settings, log }) =>
    settings.ways
      .filter(({ kind }) => kind === 'LDAP')
      .map((way) => {
        const read = ldapSettings(way);
        if (!read.isSealed)
          log.warn(`${read.name}_URL is ldap:// without ${read.name}_START_TLS=on: passwords cross the network in the clear.`);
        return ldapWay(read, log);
      }),
};
