import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { MailSettings } from '@back-office/server/platform/mail-settings.ts';
import { type MailServer, openMailServer } from '@back-office/server/testing/open-mail-server.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { mailLine, mailText } from './mail-text.ts';
import { openMailTransport, type OutgoingMail } from './mail-transport.ts';

const open: { close: () => Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
const server = async (...given: Parameters<typeof openMailServer>): Promise<MailServer> => {
  const made = await openMailServer(...given);
  open.push(made);
  return made;
};
const mail: OutgoingMail = {
  to: { name: '张三', address: 'zhang@example.com' },
  subject: '通知',
  text: '您好',
  messageId: '<1@example.com>',
  date: new Date('2026-01-02T03:04:05Z'),
};
const never = new AbortController().signal;
async function send(settings: MailSettings, more: Partial<OutgoingMail> = {}, patience = {}) {
  const transport = openMailTransport(settings, patience);
  try {
    return await transport.send({ ...mail, ...more }, never);
  } finally {
    transport.close();
  }
}

describe('a mail', () => {
  it('is sent over TLS after authentication, with its content and message id', async () => {
    for (const tls of ['begun', 'whole'] as const) {
      const { settings, taken } = await server(tls);
      expect(await send(settings)).toEqual({ state: 'sent' });
      expect(taken).toHaveLength(1);
      expect(taken[0]).toMatchObject({ secure: true, user: 'mailer', from: 'noreply@example.com', to: ['zhang@example.com'] });
      expect(taken[0]?.headers).toMatchObject({
        from: '管理后台 <noreply@example.com>',
        to: '张三 <zhang@example.com>',
        subject: '通知',
        'message-id': '<1@example.com>',
        'auto-submitted': 'auto-generated',
        date: 'Fri, 02 Jan 2026 03:04:05 +0000',
      });
      expect(taken[0]?.text).toBe('您好');
    }
  });

  it('is sent without TLS only if the server’s address says so', async () => {
    const bare = await server('none');
    expect(await send(bare.settings)).toEqual({ state: 'sent' });
    expect(bare.taken[0]).toMatchObject({ secure: false });
    expect(await send({ ...bare.settings, tls: 'begun' })).toEqual({ state: 'again', reason: expect.stringContaining('加密连接没有建立') });
    expect(bare.taken).toHaveLength(1);
  });

  it('is not sent to a server whose certificate is untrusted or issued for another name', async () => {
    const { settings, taken } = await server();
    for (const wrong of [{ ca: undefined }, { host: '127.0.0.1' }])
      expect(await send({ ...settings, ...wrong })).toMatchObject({
        state: 'again',
        reason: expect.stringMatching(/加密连接没有建立|连接不到/),
      });
    expect(taken).toEqual([]);
  });

  it('is retried if the server refuses our password, and no failure reason contains the password', async () => {
    const { settings } = await server('begun', { password: 'another' });
    const outcome = await send(settings);
    expect(outcome).toEqual({ state: 'again', reason: '邮件服务器拒绝登录：535 Invalid username or password' });
    expect(JSON.stringify(outcome)).not.toContain('p@ss');
  });

  it('that is rejected permanently fails with the server’s message, and one that is deferred is retried', async () => {
    const { settings, next } = await server();
    next.push({ at: 'recipient', code: 550, words: '5.1.1 no such user' });
    expect(await send(settings)).toEqual({ state: 'failed', reason: '邮件服务器答复：550 5.1.1 no such user' });
    next.push({ at: 'content', code: 554, words: 'looks like spam' });
    expect(await send(settings)).toEqual({ state: 'failed', reason: '邮件服务器答复：554 looks like spam' });
    next.push({ at: 'content', code: 452, words: '4.2.2 mailbox is full' });
    expect(await send(settings)).toEqual({ state: 'again', reason: '邮件服务器答复：452 4.2.2 mailbox is full' });
    next.push({ at: 'recipient', code: 451, words: 'greylisted' });
    expect(await send(settings)).toEqual({ state: 'again', reason: '邮件服务器答复：451 greylisted' });
    expect(await send(settings)).toEqual({ state: 'sent' });
  });

  it('is retried if nobody listens, nobody greets, or the server answers byte by byte for ever', async () => {
    const { settings, next } = await server();
    const away = { ...settings, port: await freePort() };
    expect(await send(away)).toMatchObject({ state: 'again', reason: expect.stringContaining('连接不到邮件服务器') });
    const silent = await talker(() => undefined);
    expect(await send({ ...settings, port: silent }, {}, { greetingTimeout: 100 })).toMatchObject({ state: 'again' });
    const slow = await talker((socket) => void setInterval(() => socket.write('2'), 20).unref());
    const began = performance.now();
    expect(await send({ ...settings, port: slow }, {}, { whole: 400 })).toEqual({
      state: 'again',
      reason: '邮件服务器没有在规定时间内答复（EABORT）',
    });
    expect(performance.now() - began).toBeLessThan(3000);
    next.push({ at: 'content' });
    expect(await send(settings, {}, { whole: 400 })).toMatchObject({ state: 'again' });
  });
});

describe('text typed by a user', () => {
  it('adds no header, no recipient and no line, whatever it contains', async () => {
    const { settings, taken } = await server();
    const transport = openMailTransport(settings);
    open.push(transport);
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          '\r',
          '\n',
          '\r\n',
          '\0',
          '\u2028',
          '\u0085',
          '"',
          '\\',
          ',',
          ';',
          '<',
          '>',
          ':',
          '=?',
          '?=',
          ' ',
          '\t',
          '（',
          '字',
          '😀',
        ),
        fc.constantFrom('\r\nBcc: evil@example.com\r\n', '\n\nbody', '"<evil@example.com>', '=?utf-8?q?=0D=0ABcc:_evil?=', '\r\n.\r\n'),
      ),
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, async (name, subject, text) => {
        taken.length = 0;
        const given = {
          to: { name: mailLine(name, 50), address: mail.to.address },
          subject: mailLine(`甲${subject}`, 200),
          text: mailText(`乙${text}`),
        };
        expect(await transport.send({ ...mail, ...given }, never)).toEqual({ state: 'sent' });
        const [got] = taken;
        expect(got?.to).toEqual([mail.to.address]);
        expect(Object.keys(got?.headers ?? {}).sort()).toEqual(names);
        expect(got?.text.replaceAll('\r\n', '\n')).toBe(given.text);
        expect(got?.raw).toMatch(/^[\x20-\x7e\r\n\t]*$/);
      }),
      { numRuns: 150 },
    );
  });

  it('arrives whole as a long Chinese subject, and is never cut within a character', async () => {
    const { settings, taken } = await server();
    const subject = mailLine('关于“国庆”假期安排、值班人员与 “应急” 联系方式的通知'.repeat(8), 200);
    expect(subject).toHaveLength(200);
    expect(await send(settings, { subject })).toEqual({ state: 'sent' });
    expect(taken[0]?.headers['subject']).toBe(subject);
    expect(taken[0]?.raw.split('\r\n').every((line) => line.length <= 78)).toBe(true);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.integer({ min: 1, max: 20 }), (text, most) => {
        const line = mailLine(text, most);
        expect(line.length).toBeLessThanOrEqual(most);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});

const names = [
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
];

async function talker(greet: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const made: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    greet(socket);
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      made.close();
    },
  });
  return (made.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const made = createServer();
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const { port } = made.address() as AddressInfo;
  await new Promise((resolve) => made.close(resolve));
  connect(port, '127.0.0.1').on('error', () => undefined);
  return port;
}
