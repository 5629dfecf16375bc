import { readSettings, type Settings } from './settings.ts';
import { StartError } from './start-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that hold without a restart, by their variables: whoever uses one asks for it each time. */
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
} as const satisfies Readonly<Record<string, keyof Settings>>;

const keys: ReadonlyMap<string, (typeof liveKeys)[keyof typeof liveKeys]> = new Map(Object.entries(liveKeys));

/** What a setting is where nobody has said anything, as its variable would be written. */
export function defaultOf(name: string): string {
  const key = keys.get(name);
  const value = key === undefined ? undefined : readSettings({})[key];
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? 'off' : String(value);
}

/**
 * The settings of a server, some of which may be changed while it runs: what the environment says stands above what was
 * stored, and that above the default.
 */
export class LiveSettings {
  /** As everybody reads them. One that may change says what holds at the moment of reading: do not keep it. */
  readonly settings: Settings;
  readonly #environment: Environment;
  #values: Partial<Settings> = {};
  #last: { readonly stored: string; readonly wrong: readonly string[] } = { stored: '', wrong: [] };

  constructor(base: Settings, environment: Environment) {
    this.#environment = environment;
    const live = [...keys.values()].map((key) => [key, { enumerable: true, get: () => this.#values[key] ?? base[key] }] as const);
    this.settings = Object.defineProperties({ ...base }, Object.fromEntries(live));
  }

  /** What the environment says of a setting, which nobody changes here; undefined where it says nothing. */
  fixed(name: string): string | undefined {
    return this.#environment[name] || undefined;
  }

  /** Whether these values may hold together, each as its variable would be written. */
  mayHold(stored: ReadonlyMap<string, string>): boolean {
    try {
      this.#read(stored);
      return true;
    } catch (error) {
      if (error instanceof StartError) return false;
      throw error;
    }
  }

  /** Has these values hold from now on. Gives the names of those that may not, which count as not stored. */
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
    this.#values = Object.fromEntries([...keys].flatMap(([name, key]) => (taken.has(name) ? [[key, read[key]]] : [])));
    this.#last = { stored: text, wrong };
    return wrong;
  }

  #read(stored: ReadonlyMap<string, string>): Settings {
    return readSettings({ ...Object.fromEntries(stored), ...onlyGiven(this.#environment) });
  }
}

const onlyGiven = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
