import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import type { ConfirmBy } from '@back-office/contract/calls/two-factor.ts';
import type { LockAnswer } from '@back-office/contract/calls/screen-lock.ts';
import type { LogoutAnswer, SignInMethod } from '@back-office/contract/calls/sign-in.ts';
import type { WatermarkAnswer } from '@back-office/contract/calls/watermark.ts';
import { z } from 'zod';
import { type CallShape, exactShape, nothing } from '@back-office/contract/calls/call-shape.ts';
import { credentialsShape, loginShape } from './login-shape.ts';

const text = z.string();
const form = 'application/x-www-form-urlencoded';
const sealed = text.describe('以当天的密钥加密，见接口约定“Session”');
const method = exactShape<SignInMethod>({
  id: text,
  kind: z.enum(['password', 'oidc', 'ldap', 'wecom', 'dingtalk', 'feishu', 'passkey']),
  label: text,
});
const passwords = z.object({ oldPassword: text.optional(), newPassword: text.optional() });
const config = exactShape<ConfigAnswer>({
  version: text,
  title: text,
  routerMode: z.enum(['local', 'remote']),
  signIn: z.array(method),
  registration: z.enum(['open', 'approval', 'off']),
  upload: z.object({
    maxFiles: z.int(),
    maxSize: z.int().describe('字节'),
    chunkSize: z.int().describe('字节'),
    types: z.array(text),
    moreTypes: z.array(text),
    films: z.array(text),
  }),
  officeViewer: text.nullable(),
  clock: z.array(z.object({ from: z.int().describe('毫秒'), ahead: z.int().describe('比 UTC 早的分钟数') })),
  logKeepDays: z.int(),
  recycleDays: z.int(),
  lockMinutes: z.int(),
  passkeys: z.boolean(),
  mail: z.boolean(),
  passwordReset: z.boolean(),
});
/** Which password, or which provider, confirms the person's identity. */
export const confirmByShape = exactShape<ConfirmBy>({ kind: z.enum(['directory', 'provider', 'secondFactor']), label: text });
const marked = exactShape<NonNullable<WatermarkAnswer>>({ userName: text, userAccount: text });

/** The shapes of the requests and answers of signing in and of sessions (docs/wire.md "Session", "Other ways to sign in"). */
export const signInShapes = {
  config: { data: config },
  login: {
    body: z.object({
      username: sealed,
      password: sealed,
      method: text
        .optional()
        .describe('登录方式的 id，不写为 password')
        .meta({ examples: ['password'] }),
      link: text.optional().describe('40305 的 data.ticket：登录后关联'),
    }),
    written: form,
    data: loginShape,
  },
  logout: { data: exactShape<LogoutAnswer>({ signOut: text.describe('浏览器接着前往的地址') }).nullish() },
  start: { query: z.object({ redirect: text.optional().describe('登录后打开的页面') }), data: nothing },
  callback: { query: z.object({ state: text.optional() }), data: nothing },
  ticket: { body: z.object({ ticket: text }), data: loginShape },
  backchannel: { body: z.object({ logout_token: text }), written: form, data: nothing },
  lock: {
    data: exactShape<LockAnswer>({ secondFactor: z.boolean(), passkey: z.boolean().optional(), confirmBy: confirmByShape.optional() }),
  },
  unlock: {
    body: z.object({
      password: text.optional(),
      code: text.optional(),
      passkey: z.unknown().optional().describe('通行密钥的应答'),
    }),
    data: nothing,
  },
  watermark: { data: marked.nullable() },
  done: { data: nothing },
  updatePassword: {
    query: passwords,
    body: passwords.optional(),
    written: form,
    data: z.object({ credentials: credentialsShape }),
  },
} satisfies Record<string, CallShape>;
