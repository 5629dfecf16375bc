import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCertificate } from '../testing/make-certificate.ts';
import { readSettings } from './settings.ts';

const from = { MAIL_FROM: '管理后台 <noreply@example.com>' };
const read = (url: string, more: object = {}) => readSettings({ MAIL_URL: url, ...from, ...more }).mail;

it('no mail is sent unless a server and a sender are set', () => {
  expect(readSettings({}).mail).toBeUndefined();
  expect(() => readSettings({ MAIL_URL: 'smtp://mail.example.com' })).toThrow('MAIL_FROM must be set');
  expect(() => readSettings(from)).toThrow('MAIL_URL must be set');
});

it('MAIL_URL sets the host, the port, the encryption and the account to sign in with', () => {
  const sender = { name: '管理后台', address: 'noreply@example.com' };
  expect(read('smtp://mail.example.com')).toEqual({
    host: 'mail.example.com',
    port: 587,
    tls: 'begun',
    ca: undefined,
    signIn: undefined,
    from: sender,
  });
  expect(read('smtps://me%40example.com:p%40ss%2Fword@[::1]')).toMatchObject({
    host: '::1',
    port: 465,
    tls: 'whole',
    signIn: { user: 'me@example.com', pass: 'p@ss/word' },
  });
  expect(read('smtp://mail.local:25?tls=off')).toMatchObject({ port: 25, tls: 'none' });
  expect(read('smtp://mail.local', { MAIL_FROM: 'a@b.cn' })?.from).toEqual({ name: '', address: 'a@b.cn' });
});

it('an invalid address prevents the start without revealing the password', () => {
  const wrong = [
    'mail.example.com',
    'http://u:secret-9@mail.example.com',
    'smtp://',
    'smtp://u:secret-9@mail.example.com/path',
    'smtp://u:secret-9@mail.example.com?tls=no',
    'smtps://u:secret-9@mail.example.com?tls=off',
    'smtp://u@mail.example.com',
    'smtp://u:secret-9%zz@mail.example.com',
  ];
  for (const url of wrong) {
    expect(() => read(url), url).toThrow(/^MAIL_URL must be/);
    expect(() => read(url), url).not.toThrow('secret-9');
  }
  for (const sender of ['nobody', 'a@b@c', 'x <a@b.cn> y', 'a@b.cn, c@d.cn', 'a\r\nBcc: x@y.cn <a@b.cn>', '<a b@c.cn>'])
    expect(() => read('smtp://mail.example.com', { MAIL_FROM: sender }), sender).toThrow(/^MAIL_FROM must be/);
});

it('MAIL_CA_FILE is read at the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mail-ca-'));
  const certificate = makeCertificate(folder);
  expect(read('smtp://mail.local', { MAIL_CA_FILE: join(folder, 'fullchain.pem') })?.ca).toBe(certificate);
  for (const path of [join(folder, 'privkey.pem'), '/nowhere.pem'])
    expect(() => read('smtp://mail.local', { MAIL_CA_FILE: path })).toThrow(/^MAIL_CA_FILE must be/);
});

it('BOT_ORIGINS accepts origins and nothing else', () => {
  expect(readSettings({}).botOrigins).toEqual([]);
  expect(readSettings({ BOT_ORIGINS: 'https://wecom.local, http://10.0.0.1:8080' }).botOrigins).toEqual([
    'https://wecom.local',
    'http://10.0.0.1:8080',
  ]);
  for (const wrong of ['wecom.local', 'https://wecom.local/', 'https://wecom.local/path', 'ftp://wecom.local', 'https://u:p@wecom.local'])
    expect(() => readSettings({ BOT_ORIGINS: wrong }), wrong).toThrow(/^BOT_ORIGINS must be/);
});
