import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { pdfOf } from '../../engine/server/testing/file-samples.ts';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';
import { secretCode } from '../../engine/server/testing/secret-code.ts';
import { formOf, formType } from '../../app/testing/server/uploads.ts';
import type { Answer } from './https-call.ts';
import type { Cluster } from './start-cluster.ts';

type Row = Record<string, unknown>;

/** One round in which two nodes do the same at the same time; returns the problem, if any. */
export type Round = (cluster: Cluster, admin: string) => Promise<string | undefined>;

const nodes = [0, 1] as const;
/** The same of both nodes at the same time. */
export const both = <Data>(work: (node: 0 | 1) => Promise<Data>): Promise<[Data, Data]> => Promise.all([work(0), work(1)]);
/** The codes of the answers, sorted. */
export const codes = (answers: readonly Answer<unknown>[]): string =>
  answers
    .map(({ code }) => code ?? 0)
    .sort((one, other) => one - other)
    .join(' ');
const draft = (title: string): Row => ({ msgTitle: title, msgContent: 'x' });

/** A session of this account created by the test, and its token. */
export async function openSession({ pool }: Cluster, account = 'admin'): Promise<{ id: string; token: string }> {
  const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')];
  await pool.query(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account)
     SELECT $1, $2, '\\x00', id, user_account FROM sys_user WHERE user_account = $3`,
    [id, createHash('sha256').update(token).digest(), account],
  );
  return { id, token };
}

const password = 'Plain-Horse-7193';
/** Each from a different address: guesses from a single one are counted. */
const from = (): Record<string, string> => ({
  'x-forwarded-for': ['30', ...[1, 2, 3].map(() => Math.floor(Math.random() * 250) + 1)].join('.'),
});
const problemUnlessOne = (answers: readonly Answer<unknown>[], refused: string): string | undefined =>
  codes(answers) === `20000 ${refused}` ? undefined : codes(answers);

/** Somebody with an app as second factor and two half-finished sign-ins: the app's codes, a recovery code, and both tickets. */
async function halfSignedIn(cluster: Cluster, token: string) {
  const userAccount = `f${randomUUID().slice(0, 12)}`;
  const body = { userAccount, userName: userAccount, userPassword: password, userStatus: '正常' };
  await cluster.call(0, 'POST', 'sys/user/save', { token, body });
  const day = dayOf(new Date());
  const enter = async (node: 0 | 1) => {
    const form = new URLSearchParams({ username: encryptField(userAccount, day), password: encryptField(password, day) });
    return (
      await cluster.call<{ credentials: { accessToken: string }; ticket: string }>(node, 'POST', 'login', { body: form, headers: from() })
    ).data;
  };
  const own = (await enter(0)).credentials.accessToken;
  const started = await cluster.call<{ secret: string }>(0, 'POST', 'sys/user/start-two-step', { token: own, body: { password } });
  // Of this step and the next, valid for at least half a minute, however slow the machine is.
  const first = { code: secretCode(started.data.secret, new Date()) };
  const { data } = await cluster.call<{ recoveryCodes: string[] }>(0, 'POST', 'sys/user/confirm-two-step', { token: own, body: first });
  const tickets = [(await enter(0)).ticket, (await enter(1)).ticket] as const;
  return { code: secretCode(started.data.secret, new Date(), 1), recovery: data.recoveryCodes[0] ?? '', tickets };
}

const prove = (cluster: Cluster, node: 0 | 1, ticket: string, code: string) =>
  cluster.call(node, 'POST', 'login/verify', { body: new URLSearchParams({ ticket, code }), headers: from() });

/** The races, by the action of both nodes. */
export const races: Readonly<Record<string, Round>> = {
  'save one record': async (cluster, token) => {
    const { data } = await cluster.call(0, 'POST', 'sys/msg/save', { token, body: draft('race') });
    const answers = await both((node) => cluster.call(node, 'POST', 'sys/msg/save', { token, body: { ...data, msgTitle: `by ${node}` } }));
    const after = await cluster.call(1, 'GET', `sys/msg/select/${String(data['id'])}`, { token });
    const winner = answers.findIndex(({ code }) => code === 20000);
    const right =
      codes(answers) === '20000 40900' &&
      after.data['msgTitle'] === `by ${winner}` &&
      after.data['version'] === Number(data['version']) + 1;
    return right ? undefined : `${codes(answers)}, stored ${JSON.stringify(after.data)}`;
  },

  'make one record under one key': async (cluster, token) => {
    const options = { token, body: draft('once'), headers: { 'idempotency-key': randomUUID() } };
    const answers = await both((node) => cluster.call(node, 'POST', 'sys/msg/save', options));
    return codes(answers) === '20000 20000' && answers[0].data['id'] === answers[1].data['id'] ? undefined : codes(answers);
  },

  'make two records of one unique value': async (cluster, token) => {
    const roleCode = `r${randomUUID()}`;
    const answers = await both((node) => cluster.call(node, 'POST', 'sys/role/save', { token, body: { roleName: roleCode, roleCode } }));
    return codes(answers) === '20000 40900' ? undefined : codes(answers);
  },

  'confirm one notice': async (cluster, token) => {
    const { rows } = await cluster.pool.query<{ id: string }>(`SELECT id FROM sys_user WHERE user_account = 'admin'`);
    const body = { ...draft('confirm'), msgScope: '用户', targetIds: [rows[0]?.id], msgStatus: '已发布' };
    const { data } = await cluster.call(0, 'POST', 'sys/msg/save', { token, body });
    const answers = await both((node) => cluster.call(node, 'PUT', `sys/msg/confirm/${String(data['id'])}`, { token }));
    const times = new Set(answers.map((answer) => answer.data['confirmTime']));
    return codes(answers) === '20000 20000' && times.size === 1 && !times.has(null) ? undefined : `${codes(answers)} ${[...times].join()}`;
  },

  'use a session and end it': async (cluster, admin) => {
    const { id, token } = await openSession(cluster);
    const seen: (number | undefined)[] = [];
    const ask = async () => {
      for (let at = 0; at < 6; at += 1) seen.push((await cluster.call(0, 'GET', 'sys/user/select-roles', { token })).code);
    };
    const [end] = await Promise.all([cluster.call(1, 'DELETE', `sys/session/delete/${id}`, { token: admin }), ask()]);
    const after = await both((node) => cluster.call(node, 'GET', 'sys/user/select-roles', { token }));
    const order = seen.join(' ');
    return end.code === 20000 && /^(20000 ?)*(41003 ?)*$/.test(order) && codes(after) === '41003 41003'
      ? undefined
      : `${end.code}: ${order}, then ${codes(after)}`;
  },

  'open a socket with one ticket': async (cluster) => {
    const { token } = await openSession(cluster);
    const { data } = await cluster.call<{ ticket: string }>(0, 'POST', 'live/ticket', { token });
    const opened = await Promise.allSettled(nodes.map((node) => cluster.openLive(node, data.ticket)));
    const sockets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const { socket } of sockets) socket.terminate();
    return sockets.length === 1 ? undefined : `${sockets.length} sockets were opened`;
  },

  'finish one upload': async (cluster, token) => {
    const bytes = pdfOf(2000);
    const send = (node: 0 | 1, at: number, name: string) =>
      cluster.call(node, 'POST', 'file/upload', {
        token,
        body: formOf({ name, bytes: bytes.subarray(at * 1000, (at + 1) * 1000), fields: { totalChunks: 2, currentChunk: at } }),
        headers: { 'content-type': formType },
      });
    const { data } = await send(0, 0, 'race.pdf');
    const answers = await both((node) => send(node, 1, `${String(data['id'])}|race.pdf`));
    const ids = new Set(answers.map((answer) => answer.data['id']));
    const whole = await cluster.call(1, 'GET', String(answers[0].data['filePath']));
    return codes(answers) === '20000 20000' && ids.size === 1 && whole.status === 200 && whole.text === bytes.toString('utf8')
      ? undefined
      : `${codes(answers)}, ${ids.size} files, ${whole.status}`;
  },
};

/** Races for one-time credentials: each hashes several passwords, and so takes as long as ten of the others. */
export const secretRaces: Readonly<Record<string, Round>> = {
  'use one code of an app': async (cluster, token) => {
    const { code, tickets } = await halfSignedIn(cluster, token);
    return problemUnlessOne(await both((node) => prove(cluster, node, tickets[node], code)), '40000');
  },

  'use one recovery code': async (cluster, token) => {
    const { recovery, tickets } = await halfSignedIn(cluster, token);
    return problemUnlessOne(await both((node) => prove(cluster, node, tickets[node], recovery)), '40000');
  },

  'use one ticket of a half sign-in, with two proofs': async (cluster, token) => {
    const { code, recovery, tickets } = await halfSignedIn(cluster, token);
    return problemUnlessOne(await both((node) => prove(cluster, node, tickets[0], node === 0 ? code : recovery)), '40400');
  },

  'set a password by one link': async (cluster, token) => {
    const userAccount = `l${randomUUID().slice(0, 12)}`;
    const userEmail = `${userAccount}@example.com`;
    const body = { userAccount, userName: userAccount, userEmail, userPassword: password, userStatus: '正常' };
    const { data } = await cluster.call<{ id: string }>(0, 'POST', 'sys/user/save', { token, body });
    const link = randomBytes(32).toString('base64url');
    const confirmed = 'INSERT INTO sys_mail_address (sys_user_id, address, confirm_time) VALUES ($1, $2, now())';
    await cluster.pool.query(confirmed, [data.id, userEmail]);
    const hash = createHash('sha256').update(link).digest();
    await cluster.pool.query('INSERT INTO sys_password_reset (token_hash, sys_user_id) VALUES ($1, $2)', [hash, data.id]);
    const set = (node: 0 | 1) => ({ token: link, newPassword: `Kestrel-Harbour-${node}-2026` });
    const headers = from();
    return problemUnlessOne(await both((node) => cluster.call(node, 'POST', 'password/reset', { body: set(node), headers })), '40000');
  },
};

/** Runs a race this many times, ten rounds at once; returns the problems. */
export async function runRace(cluster: Cluster, admin: string, round: Round, rounds: number): Promise<string[]> {
  const wrong: string[] = [];
  let left = rounds;
  const runner = async (): Promise<void> => {
    while (left-- > 0) {
      const fault = await round(cluster, admin);
      if (fault !== undefined) wrong.push(fault);
    }
  };
  await Promise.all(Array.from({ length: 10 }, runner));
  return wrong;
}
