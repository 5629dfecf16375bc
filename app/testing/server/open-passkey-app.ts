import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { PasskeyQuestion } from '@back-office/contract/calls/passkey.ts';
import type { SecondFactor } from '@back-office/contract/calls/two-factor.ts';
import type { AddedPasskey, OwnPasskey } from '@back-office/sys/passkeys/own-passkey.ts';
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { type Deviation, SoftwareAuthenticator } from '@back-office/server/testing/software-authenticator.ts';
import { type Answer, openTestApp, type Session, type TestApp, userPassword } from './test-app.ts';

type Creating = PasskeyQuestion<PublicKeyCredentialCreationOptionsJSON>;
type Asking = PasskeyQuestion<PublicKeyCredentialRequestOptionsJSON>;

/** The address of the server that `openPasskeyApp` opens. */
export const passkeyOrigin = 'https://office.example.com';

/** A server with passkeys, and helpers to use them. */
export async function openPasskeyApp(settings: Parameters<typeof openTestApp>[0] = {}) {
  const app: TestApp = await openTestApp({ publicUrl: passkeyOrigin, passkeys: true, ...settings });
  const post = <Data>(token: string | undefined, path: string, body: unknown = {}) => app.call<Data>(token, 'POST', path, body);
  const start = (token: string, confirm: object) => post<Creating>(token, 'sys/passkey/start-own', confirm);
  const save = (token: string, question: Creating, device: SoftwareAuthenticator, deviation: Deviation = {}, passkeyName = '笔记本') =>
    post<AddedPasskey>(token, 'sys/passkey/save-own', {
      passkeyName,
      ceremony: question.ceremony,
      response: device.create(question.options, deviation),
    });
  const askFor = async (ticket: string) => (await post<Asking>(undefined, 'login/passkey/start', { ticket })).data;
  return {
    app,
    admin: await app.admin(),
    post,
    start,
    save,
    askFor,
    ownOf: async ({ token }: Session) => (await app.call<OwnPasskey[]>(token, 'GET', 'sys/passkey/select-own')).data,
    twoStepOf: async ({ token }: Session) => (await app.call(token, 'GET', 'sys/user/two-step')).data,
    /** Somebody with a passkey, their authenticator, and the recovery codes that came with it. */
    withPasskey: async () => {
      const person = await app.userWith({});
      const device = new SoftwareAuthenticator(passkeyOrigin);
      const { data: question } = await start(person.token, { password: userPassword });
      const { code, message, data } = await save(person.token, question, device);
      if (code !== 20000) throw new Error(message);
      return { person, device, id: data.id, codes: data.recoveryCodes ?? [] };
    },
    /** The answer to a right password. */
    ticketOf: async ({ account }: Session): Promise<SecondFactor> => {
      const answer = (await app.login(account, userPassword)) as unknown as Answer<SecondFactor>;
      if (answer.code !== 40302) throw new Error(answer.message);
      return answer.data;
    },
    verify: async (ticket: string, device: SoftwareAuthenticator, deviation: Deviation = {}) => {
      const { ceremony, options } = await askFor(ticket);
      return post<LoginAnswer>(undefined, 'login/verify', { ticket, passkey: { ceremony, response: device.get(options, deviation) } });
    },
    /** A browser that signs in by a passkey alone: it keeps the cookie that came with the challenge. */
    browser: () => {
      let headers: Record<string, string> = {};
      return {
        ask: async () => {
          const asked = await app.call<Asking>(undefined, 'POST', 'login/passkey/start', {}, { headers });
          const cookie = String(asked.headers['set-cookie']).split(';')[0];
          if (asked.code === 20000) headers = { cookie: cookie ?? '' };
          return asked;
        },
        answer: (question: Asking, device: SoftwareAuthenticator, deviation: Deviation = {}) =>
          app.call<LoginAnswer>(
            undefined,
            'POST',
            'login/passkey',
            { ceremony: question.ceremony, response: device.get(question.options, deviation) },
            { headers },
          ),
      };
    },
    /** A passkey's answer instead of a password. */
    fresh: async (token: string, device: SoftwareAuthenticator) => {
      const { data } = await post<Asking>(token, 'sys/passkey/start-confirm');
      return { passkey: { ceremony: data.ceremony, response: device.get(data.options) } };
    },
    noticesOf: async ({ token }: Session) => {
      const { data } = await app.call<{ items: { msgTitle: string }[] }>(token, 'GET', 'sys/msg/list?index=0&limit=10');
      return data.items.map(({ msgTitle }) => msgTitle);
    },
    lastLine: async (account: string) => {
      const { rows } = await app.database.pool.query<{ line: string }>(
        `SELECT login_status || '：' || login_message AS line FROM sys_log_login WHERE user_account = $1 ORDER BY id DESC LIMIT 1`,
        [account],
      );
      return rows[0]?.line;
    },
  };
}
