import { recordIn } from '@back-office/contract/record-in.ts';
import type { LimitSettings } from './limit-settings.ts';
import { readSettings, type Settings } from './settings.ts';
import type { SmsSettings } from './sms-settings.ts';
import { StartError } from './start-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that take effect without a restart, by their variables: code reads them at each use. */
export const liveKeys = {
  APP_TITLE: 'title',
  WATERMARK: 'watermark',
  SESSION_HOURS: 'sessionHours',
  SESSION_MAX_HOURS: 'sessionMaxHours',
  SINGLE_SIGN_ON: 'singleSignOn',
  LOCK_MINUTES: 'lockMinutes',
  REGISTRATION: 'registration',
  PASSWORD_CHANGE: 'passwordChange',
  PASSWORD_DAYS: 'passwordDays',
  TWO_STEP: 'twoStep',
  LOG_LOGIN_DAYS: 'loginLogDays',
  LOG_OPERATION_DAYS: 'operationLogDays',
  KEY_CALLS_PER_MINUTE: 'keyCallsPerMinute',
  ASSISTANTS: 'assistants',
  UPLOAD_CHUNK_MB: 'limits.uploadChunkMb',
  RECYCLE_DAYS: 'limits.recycleDays',
  IMPORT_DAYS: 'limits.importDays',
  MAIL_DAYS: 'limits.mailDays',
  WEBHOOK_DAYS: 'limits.webhookDays',
  BACKUP_KEEP: 'limits.backupKeep',
  LOGIN_FAILURES: 'limits.loginFailures',
  RESET_REQUESTS_PER_HOUR: 'limits.resetRequests',
  RESET_LINKS_PER_HOUR: 'limits.resetLinks',
  RESET_MINUTES: 'limits.resetMinutes',
  MAIL_CODES_PER_HOUR: 'limits.mailCodes',
  SMS_DAILY_PER_NUMBER: 'sms.perNumber',
  SMS_DAILY_PER_USER: 'sms.perUser',
} as const satisfies Readonly<Record<string, keyof Settings | `limits.${keyof LimitSettings}` | `sms.${keyof SmsSettings}`>>;

const keys: ReadonlyMap<string, string> = new Map(Object.entries(liveKeys));

/** The value at a path of the settings, which may be in a group. */
const valueAt = (settings: Settings, path: string): unknown => path.split('.').reduce<unknown>((at, key) => recordIn(at)[key], settings);

/** The default of a setting, in the form of its variable. */
export function defaultOf(name: string): string {
  const key = keys.get(name);
  const value = key === undefined ? undefined : valueAt(readSettings({}), key);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? 'off' : String(value);
}

/**
 * The settings of a server, some of which may change while it runs: the environment takes precedence over stored
 * values, and those over the defaults.
 */
export class LiveSettings {
  /** The settings for all code. A changeable one returns its current value at each read: do not cache it. */
  readonly settings: Settings;
  readonly #environment: Environment;
  #values: ReadonlyMap<string, unknown> = new Map();
  #last: { readonly stored: string; readonly wrong: readonly string[] } = { stored: '', wrong: [] };

  constructor(base: Settings, environment: Environment) {
    this.#environment = environment;
    const settings = { ...base, limits: { ...base.limits }, sms: { ...base.sms } };
    for (const [name, path] of keys) {
      const [key = '', group] = path.split('.').toReversed();
      const get = (): unknown => this.#values.get(name) ?? valueAt(base, path);
      Object.defineProperty(group === undefined ? settings : group === 'sms' ? settings.sms : settings.limits, key, {
        enumerable: true,
        get,
      });
    }
    this.settings = settings;
  }

  /** The environment's value of a setting, which nobody can change here; undefined if it has none. */
  fixed(name: string): string | undefined {
    return this.#environment[name] || undefined;
  }

  /** Whether these values are valid together, each in the form of its variable. */
  mayHold(stored: ReadonlyMap<string, string>): boolean {
    try {
      this.#read(stored);
      return true;
    } catch (error) {
      if (error instanceof StartError) return false;
      throw error;
    }
  }

  /** Applies these values from now on. Returns the names of invalid ones, which count as not stored. */
  take(stored: ReadonlyMap<string, string>): readonly string[] {
    const text = JSON.stringify([...stored].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    if (text === this.#last.stored) return this.#last.wrong;
    const taken = new Map<string, string>();
    const wrong: string[] = [];
    for (const name of keys.keys()) {
      const value = stored.get(name);
      if (value === undefined || this.fixed(name) !== undefined) continue;
      if (this.mayHold(new Map([...taken, [name, value]]))) taken.set(name, value);
      else wrong.push(name);
    }
    const read = this.#read(taken);
    this.#values = new Map([...taken.keys()].map((name) => [name, valueAt(read, keys.get(name) ?? '')]));
    this.#last = { stored: text, wrong };
    return wrong;
  }

  #read(stored: ReadonlyMap<string, string>): Settings {
    return readSettings({ ...Object.fromEntries(stored), ...onlyGiven(this.#environment) });
  }
}

const onlyGiven = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
