import { isIP } from 'node:net';
import { limits } from '@back-office/contract/limits.ts';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { StartError } from './start-error.ts';

/** What the operator decides (design.md, "Commands and settings"). */
export interface Settings {
  version: string;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  adminPassword: string | undefined;
  routerMode: 'local' | 'remote';
  registration: 'open' | 'approval' | 'off';
  title: string;
  timeZone: string;
  officeViewer: string | null;
  publicUrl: string | undefined;
  trustProxy: boolean | string[];
  logLevel: string;
  sessionHours: number;
}

const has = (check: (text: string) => boolean, message: string): z.ZodString => z.string().refine(check, message);
const whole = (min: number, max: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65535).default(8080),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: has(
    (text) => /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text),
    'must be a URL such as postgres://user:password@host:5432/name',
  ).optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(limits.password.min, `must have ${limits.password.min} to ${limits.password.max} characters`)
    .max(limits.password.max, `must have ${limits.password.min} to ${limits.password.max} characters`)
    .optional(),
  ROUTER_MODE: z.enum(['local', 'remote'], 'must be local or remote').default('local'),
  REGISTRATION: z.enum(['open', 'approval', 'off'], 'must be open, approval or off').default('approval'),
  APP_TITLE: z.string().max(50, 'must have at most 50 characters').default('管理后台'),
  TZ: has(isTimeZone, 'must be a time zone such as Asia/Shanghai').default('Asia/Shanghai'),
  OFFICE_VIEWER_URL: has(
    (text) => text.includes('{url}') && /^https?:\/\//.test(text),
    'must be an http or https URL with {url} in it',
  ).optional(),
  PUBLIC_URL: has((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http or https URL').optional(),
  TRUST_PROXY: has(isTrust, 'must be on, off, or a comma-separated list of addresses and networks').default('off'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be one of fatal error warn info debug trace silent')
    .default('info'),
  SESSION_HOURS: whole(1, 24 * 30).default(12),
});

/**
 * Reads the settings from environment variables; an empty one counts as not set. Throws a StartError that names the
 * first wrong variable and what it may be, and never its value.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const result = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new StartError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}.`);
  }
  const given = result.data;
  return {
    version: packageJson.version,
    host: given.HOST,
    port: given.PORT,
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL,
    adminPassword: given.ADMIN_PASSWORD,
    routerMode: given.ROUTER_MODE,
    registration: given.REGISTRATION,
    title: given.APP_TITLE,
    timeZone: given.TZ,
    officeViewer: given.OFFICE_VIEWER_URL ?? null,
    publicUrl: given.PUBLIC_URL,
    trustProxy: trustOf(given.TRUST_PROXY),
    logLevel: given.LOG_LEVEL,
    sessionHours: given.SESSION_HOURS,
  };
}

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

function isTrust(text: string): boolean {
  return text === 'on' || text === 'off' || text.split(',').every((part) => isIP(part.trim().split('/')[0] ?? '') !== 0);
}

const trustOf = (text: string): boolean | string[] =>
  text === 'on' || text === 'off' ? text === 'on' : text.split(',').map((part) => part.trim());
