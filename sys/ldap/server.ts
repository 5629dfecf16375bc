import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { ldapDirectory } from './server/ldap-directory.ts';
import { ldapSettings } from './server/ldap-settings.ts';
import { ldapWay } from './server/ldap-way.ts';

/** Directories by which people sign in, as many as are set. */
export const ldapServer: ServerFeature = {
  name: 'ldap',
  signInWays: ({ settings, log }) =>
    directoriesOf(settings).map((read) => {
      if (!read.isSealed)
        log.warn(`${read.name}_URL is ldap:// without ${read.name}_START_TLS=on: passwords cross the network in the clear.`);
      return ldapWay(read, log);
    }),
  directories: ({ settings }) => directoriesOf(settings).map(ldapDirectory),
};

const directoriesOf = ({ ways }: Settings) => ways.filter(({ kind }) => kind === 'LDAP').map(ldapSettings);
