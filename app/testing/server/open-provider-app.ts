import type { AddressInfo } from 'node:net';
import { startProvider, type TestProvider } from '@back-office/server/testing/start-provider.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** The product at an address, with an OpenID Connect provider for signing in. */
export interface ProviderApp {
  readonly provider: TestProvider;
  readonly app: TestApp;
  readonly office: string;
  readonly stop: () => Promise<void>;
}

/** Starts both; a provider that does not answer yet is opened by `provider.open`. A second sign-in method, `down`, leads nowhere. */
export async function openProviderApp({ answers = true } = {}): Promise<ProviderApp> {
  const provider = await startProvider();
  const { issuer, client } = provider;
  const values = { ISSUER: issuer, CLIENT_ID: client.id, CLIENT_SECRET: client.secret, LABEL: '公司门户' };
  const app = await openTestApp({
    ways: [
      { id: 'corp', kind: 'OIDC', values },
      { id: 'down', kind: 'OIDC', values: { ...values, ISSUER: 'http://127.0.0.1:9', LABEL: '停用的门户' } },
    ],
  });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const stop = async (): Promise<void> => {
    await app.drop();
    await provider.stop();
  };
  const office = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  if (answers) await provider.open(office);
  return { provider, app, office, stop };
}
