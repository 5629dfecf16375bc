import { limits } from '@back-office/contract/limits.ts';
import { isIP } from 'node:net';
import { z } from 'zod';
import { backupOf, type BackupSettings, type BackupStore, backupStoreOf, backupVariables } from './backup-settings.ts';
import { databaseOf, databaseVariables, type LiveBus } from './database-settings.ts';
import { type LimitSettings, limitsOf, limitVariables } from './limit-settings.ts';
import { type MailSettings, mailOf, mailVariables, originsOf } from './mail-settings.ts';
import { type S3Settings, s3Of, s3Variables } from './s3-settings.ts';
import { type SmsSettings, smsOf, smsVariables } from './sms-settings.ts';
import { isTimeZone } from './is-time-zone.ts';
import { StartError } from './start-error.ts';
import { readTrustedProxies, type TrustedProxies, trustedProxiesMessage } from './trusted-proxies.ts';
import { tracingOf, type TracingSettings, tracingVariables } from './tracing-settings.ts';
import { type WaySettings, waysOf } from './way-settings.ts';

/** The operator's settings (docs/operating.md "Settings"). */
export interface Settings {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Read replicas of it. */
  databaseReadUrls: readonly string[];
  /** Milliseconds for which a start waits for an unreachable server. */
  databaseWait: number;
  /** How nodes receive events: by LISTEN, or by polling rows. */
  liveBus: LiveBus;
  adminPassword: string | undefined;
  /** It need not be changed at the first sign-in. */
  adminPasswordKeep: boolean;
  routerMode: 'local' | 'remote';
  registration: 'open' | 'approval' | 'off';
  /** Sign-in methods, in order; if undefined, every configured one. */
  loginMethods: readonly string[] | undefined;
  /** Providers and directories for signing in. */
  ways: readonly WaySettings[];
  title: string;
  timeZone: string;
  officeViewer: string | null;
  publicUrl: string | undefined;
  trustProxy: TrustedProxies;
  logLevel: string;
  /** Hours that a session lasts without use, and in total since its sign-in; 0 for no limit. */
  sessionHours: number;
  sessionMaxHours: number;
  /** Minutes without input until a screen locks itself; 0 for never. */
  lockMinutes: number;
  /** Whose pages have a watermark of name, account and time: everybody's, or those of these roles. */
  watermark: 'everybody' | readonly string[];
  /** `always`: a password that somebody else typed must be changed like a one-time password. */
  passwordChange: 'once' | 'always';
  /** Days until a password must be changed; 0 for never. */
  passwordDays: number;
  twoStep: 'optional' | 'required';
  /** People may add passkeys. */
  passkeys: boolean;
  /** Together with the database's own key, it decrypts sealed secrets. */
  appSecret: string | undefined;
  /** The database's former APP_SECRET may be abandoned. */
  appSecretChange: boolean;
  /** Most connections of this node in total, and from one address that is not a trusted proxy. */
  maxConnections: number;
  addressConnections: number;
  limits: LimitSettings;
  /** Most calls of an API key in a minute, on each node; 0 for no limit. */
  keyCallsPerMinute: number;
  /** Webhooks may send to addresses of private networks and of this machine. */
  webhookPrivate: boolean;
  /** Assistants may read by API keys (POST /api/mcp). */
  assistants: boolean;
  /** Signing in ends the account's other sessions. */
  singleSignOn: boolean;
  /** The token for reading /metrics; without it nobody may. */
  metricsToken: string | undefined;
  /** The destination of traces; undefined for no tracing. */
  tracing: TracingSettings | undefined;
  /** Days for which nobody can delete a line of the logs; 0 for none. */
  logKeepDays: number;
  /** Days for which lines of the logs are kept; 0 for forever. */
  loginLogDays: number;
  operationLogDays: number;
  /** The store of files; without it a folder of `dataDir`. */
  s3: S3Settings | undefined;
  backup: BackupSettings | undefined;
  /** The store of backups that commands name by `s3://…`. */
  backupStore: BackupStore | undefined;
  sms: SmsSettings;
  /** Undefined: no mail is sent. */
  mail: MailSettings | undefined;
  /** Further addresses of group bots besides the well-known services. */
  botOrigins: readonly string[];
}

const has = (check: (text: string) => boolean, message: string): z.ZodString => z.string().refine(check, message);
const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, `must be at least ${min}`).max(max, `must be at most ${max}`);
};

/** Hours, including fractions; at least five minutes, since nobody could react to a warning in less. */
const hours = (max: number, { orNone = false } = {}) => {
  const message = `must be ${orNone ? '0 or ' : ''}a number of hours from 0.0833 (5 minutes) to ${max}`;
  return z.coerce.number(message).refine((value) => (orNone && value === 0) || (value >= 0.0833 && value <= max), message);
};

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65535).default(8080),
  DATA_DIR: z.string().default('./data'),
  ...databaseVariables,
  ADMIN_PASSWORD: z
    .string()
    .min(limits.password.min, `must have ${limits.password.min} to ${limits.password.max} characters`)
    .max(limits.password.max, `must have ${limits.password.min} to ${limits.password.max} characters`)
    // As for any password (`passwordIssue`): the sign-in form would not send such characters.
    .refine((text) => text === text.trim() && !/\p{Cc}/u.test(text), 'must hold no control character, and no blank at its edges')
    .optional(),
  ADMIN_PASSWORD_KEEP: z.enum(['on', 'off'], 'must be on or off').default('off'),
  ROUTER_MODE: z.enum(['local', 'remote'], 'must be local or remote').default('local'),
  REGISTRATION: z.enum(['open', 'approval', 'off'], 'must be open, approval or off').default('approval'),
  LOGIN_METHODS: has(
    (text) => /^[a-z][a-z0-9_]*(?:, ?[a-z][a-z0-9_]*)*$/.test(text),
    'must be names of ways to sign in with commas between them, such as password,corp',
  ).optional(),
  APP_TITLE: z.string().max(50, 'must have at most 50 characters').default('管理后台'),
  TZ: has(isTimeZone, 'must be a time zone such as Asia/Shanghai').default('Asia/Shanghai'),
  OFFICE_VIEWER_URL: has(
    (text) => text.includes('{url}') && /^https?:\/\//.test(text),
    'must be an http or https URL with {url} in it',
  ).optional(),
  PUBLIC_URL: has((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http or https URL').optional(),
  TRUST_PROXY: has((text) => readTrustedProxies(text) !== undefined, trustedProxiesMessage).default('off'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be one of fatal error warn info debug trace silent')
    .default('info'),
  SESSION_HOURS: hours(24 * 30).default(12),
  SESSION_MAX_HOURS: hours(24 * 365, { orNone: true }).default(24),
  LOCK_MINUTES: whole(0, 24 * 60).default(0),
  WATERMARK: has((text) => /^[\w, -]{1,500}$/.test(text), 'must be on, off, or codes of roles with commas between them').default('off'),
  PASSWORD_CHANGE: z.enum(['once', 'always'], 'must be once or always').default('once'),
  PASSWORD_DAYS: whole(0, 3650).default(0),
  TWO_STEP: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
  PASSKEYS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  APP_SECRET: has((text) => text.length >= 16, 'must have at least 16 characters').optional(),
  APP_SECRET_CHANGE: z.enum(['on', 'off'], 'must be on or off').default('off'),
  MAX_CONNECTIONS: whole(16, 1_000_000).default(12_000),
  ADDRESS_CONNECTIONS: whole(16, 1_000_000).default(256),
  KEY_CALLS_PER_MINUTE: whole(0, 1_000_000).default(600),
  ASSISTANTS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  WEBHOOK_PRIVATE: z.enum(['on', 'off'], 'must be on or off').default('off'),
  SINGLE_SIGN_ON: z.enum(['on', 'off'], 'must be on or off').default('off'),
  METRICS_TOKEN: has(
    (text) => /^[\x21-\x7e]{16,200}$/.test(text),
    'must have 16 to 200 letters, digits or signs, and no spaces',
  ).optional(),
  LOG_KEEP_DAYS: whole(0, 36_500).default(180),
  LOG_LOGIN_DAYS: whole(0, 36_500).default(365),
  LOG_OPERATION_DAYS: whole(0, 36_500).default(365),
  ...limitVariables,
  ...backupVariables,
  ...s3Variables,
  ...smsVariables,
  ...tracingVariables,
  ...mailVariables,
});

/** The names of the product's own variables. */
export const settingNames: readonly string[] = [...Object.keys(schema.shape), 'OFFICE', 'DEMO_DIR'];

/**
 * Reads the settings from environment variables; an empty one counts as not set. Throws a StartError that names the
 * first wrong variable and its allowed values, and never its value.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const result = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new StartError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}.`);
  }
  const values = result.data;
  requireRetention(values);
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    ...databaseOf(values),
    adminPassword: values.ADMIN_PASSWORD,
    adminPasswordKeep: values.ADMIN_PASSWORD_KEEP === 'on',
    routerMode: values.ROUTER_MODE,
    registration: values.REGISTRATION,
    loginMethods: values.LOGIN_METHODS?.split(/, ?/),
    ways: waysOf(env),
    title: values.APP_TITLE,
    timeZone: values.TZ,
    officeViewer: values.OFFICE_VIEWER_URL ?? null,
    publicUrl: values.PUBLIC_URL,
    trustProxy: readTrustedProxies(values.TRUST_PROXY) ?? 'off',
    logLevel: values.LOG_LEVEL,
    sessionHours: values.SESSION_HOURS,
    sessionMaxHours: values.SESSION_MAX_HOURS,
    lockMinutes: values.LOCK_MINUTES,
    watermark: watermarkOf(values.WATERMARK),
    passwordChange: values.PASSWORD_CHANGE,
    passwordDays: values.PASSWORD_DAYS,
    twoStep: values.TWO_STEP,
    passkeys: passkeysOf(values),
    appSecret: values.APP_SECRET,
    appSecretChange: values.APP_SECRET_CHANGE === 'on',
    maxConnections: values.MAX_CONNECTIONS,
    addressConnections: values.ADDRESS_CONNECTIONS,
    limits: limitsOf(values),
    keyCallsPerMinute: values.KEY_CALLS_PER_MINUTE,
    assistants: values.ASSISTANTS === 'on',
    webhookPrivate: values.WEBHOOK_PRIVATE === 'on',
    singleSignOn: values.SINGLE_SIGN_ON === 'on',
    metricsToken: values.METRICS_TOKEN,
    logKeepDays: values.LOG_KEEP_DAYS,
    loginLogDays: values.LOG_LOGIN_DAYS,
    operationLogDays: values.LOG_OPERATION_DAYS,
    backup: backupOf(values),
    backupStore: backupStoreOf(values),
    s3: s3Of(values),
    sms: smsOf(values),
    tracing: tracingOf(values),
    mail: mailOf(values),
    botOrigins: originsOf(values.BOT_ORIGINS),
  };
}

/** Lines must not be cleared while nobody may delete them. */
function requireRetention(values: z.infer<typeof schema>): void {
  for (const name of ['LOG_LOGIN_DAYS', 'LOG_OPERATION_DAYS'] as const) {
    if (values[name] !== 0 && values[name] < values.LOG_KEEP_DAYS)
      throw new StartError(`${name} must be 0 (for ever) or at least LOG_KEEP_DAYS, which is ${values.LOG_KEEP_DAYS}.`);
  }
}

/** Browsers create passkeys for names, never for IP addresses, and only over https or for the machine itself. */
function passkeysOf({ PASSKEYS, PUBLIC_URL = '' }: z.infer<typeof schema>): boolean {
  if (PASSKEYS === 'off') return false;
  const { protocol, hostname } = new URL(PUBLIC_URL || 'http://none');
  const isFit = hostname === 'localhost' || (protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0);
  if (!isFit)
    throw new StartError('PASSKEYS needs a PUBLIC_URL with https and a name, not an IP address (or http://localhost, for trying).');
  return true;
}

const watermarkOf = (text: string): Settings['watermark'] =>
  text === 'on' ? 'everybody' : text === 'off' ? [] : text.split(',').map((role) => role.trim());
