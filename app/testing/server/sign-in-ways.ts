import { modules } from '../../server/modules.ts';
import type { OtherPerson, SignInWay } from '@back-office/server/identity/ways/sign-in-way.ts';

/** The provider in these tests. */
export const issuer = 'https://id.example';

/** A provider that identifies somebody at once: the code is their subject. */
export const provider: SignInWay = {
  id: 'corp',
  kind: 'oidc',
  label: '公司<门户>',
  provider: {
    start: async ({ state, callback }) =>
      new URL(`https://id.example/authorize?state=${state}&redirect_uri=${encodeURIComponent(callback)}`),
    finish: async (_asked, answer) => {
      const subject = answer.searchParams.get('code') ?? '';
      return { issuer, subject, name: `门户的${subject}`, sid: `sid of ${subject}` };
    },
    readLogout: async (token) => JSON.parse(token) as { id: string; issuer: string },
  },
};

const inDirectory: OtherPerson = { issuer: 'ldap://dir.example', subject: 'u-1', name: '张三' };

/** A directory that knows one person. */
export const directory: SignInWay = {
  id: 'ad',
  kind: 'ldap',
  label: '域账号',
  directory: {
    find: async (account) => (account === 'zhangsan' ? inDirectory : undefined),
    check: async (person, password) => person === inDirectory && password === 'Directory-1',
  },
};
/** The product with these sign-in methods besides its own. */
export const withWays = (ways: readonly SignInWay[]) =>
  modules.map((module) => ({
    ...module,
    features: module.features.map((feature) => (feature.name === 'account' ? { ...feature, signInWays: () => ways } : feature)),
  }));
