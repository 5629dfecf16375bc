import { isPattern } from '@back-office/contract/is-pattern.ts';
import { StartError } from './start-error.ts';

/** The presentation of a setting on the page 参数设置, in the words of the administrators there. */
interface SettingOnPage {
  readonly title: string;
  /** Settings of one group are shown together. */
  readonly group: string;
  readonly about: string;
  /** For a number. */
  readonly unit?: string;
  /** For a choice: the label of each value that needs one. */
  readonly labels?: Readonly<Record<string, string>>;
}

interface CommonSetting {
  /** Its effect: one sentence for the operator, which `doctor` shows. */
  readonly about: string;
  /** It is mandatory: a start without it is refused. */
  readonly required?: boolean;
  /** Never shown, neither by `doctor` nor in an error message. */
  readonly secret?: boolean;
  /** The error for a wrong value, after the name, such as `must be a number of an account`. Each kind has its own by default. */
  readonly message?: string;
  /** It may also be changed on the page 参数设置, with immediate effect; a value in the environment takes precedence. */
  readonly page?: SettingOnPage;
}

interface TextSetting extends CommonSetting {
  readonly kind: 'text';
  /** The pattern of the whole text. */
  readonly pattern?: string;
  readonly default?: string;
}

interface NumberSetting extends CommonSetting {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  /** Allows fractions; by default only whole numbers. */
  readonly fractions?: boolean;
  readonly default?: number;
}

interface ChoiceSetting extends CommonSetting {
  readonly kind: 'choice';
  readonly values: readonly string[];
  readonly default?: string;
}

/** `on` or `off`. */
interface SwitchSetting extends CommonSetting {
  readonly kind: 'switch';
  readonly default: boolean;
}

/** A setting of a module: a text, a number, a choice of words, or `on` and `off`. */
export type Setting = TextSetting | NumberSetting | ChoiceSetting | SwitchSetting;

/** A module's settings, by the name of the environment variable, which begins with the module's: ACME_WARN_DAYS. */
export type SettingDeclarations = Readonly<Record<string, Setting>>;

type ValueOf<S extends Setting> = S extends { kind: 'number' }
  ? number
  : S extends { kind: 'switch' }
    ? boolean
    : S extends { kind: 'choice'; values: readonly (infer Value)[] }
      ? Value
      : string;

/** The values of declared settings; one that is neither required nor has a default may be undefined. */
export type SettingValues<D extends SettingDeclarations> = {
  readonly [Name in keyof D]: D[Name] extends { required: true } | { default: unknown } ? ValueOf<D[Name]> : ValueOf<D[Name]> | undefined;
};

type Value = string | number | boolean | undefined;
type Environment = Readonly<Record<string, string | undefined>>;

/** The values of every module, by its declaration; those on the page change while the server runs. */
export type ModuleSettings = ReadonlyMap<SettingDeclarations, Record<string, Value>>;

/**
 * Declares the settings of a module, with their names and kinds as types.
 * @example
 * export const acmeSettings = defineSettings({
 *   ACME_WARN_DAYS: { kind: 'number', about: 'Days before its end that an agreement is announced', min: 1, max: 365, default: 30 },
 * });
 * export const server: ServerModule = { name: 'acme', settings: acmeSettings, features: [] };
 */
export const defineSettings = <const D extends SettingDeclarations>(settings: D): D => settings;

/**
 * The operator's values, for an operation, a call or a job. Only the module that lists them in its `settings` has them.
 * Those on the page may change: do not cache them.
 * @example
 * const acmeSettings = defineSettings({ ACME_WARN_DAYS: { kind: 'number', about: 'Days', min: 1, max: 365, default: 30 } });
 * const daysOf = (services: Services): number => settingsOf(services, acmeSettings).ACME_WARN_DAYS;
 */
export function settingsOf<D extends SettingDeclarations>(
  { moduleSettings }: { readonly moduleSettings: ModuleSettings },
  declared: D,
): SettingValues<D> {
  const values = moduleSettings.get(declared);
  if (!isRead(declared, values))
    throw new Error(`No module lists the settings ${Object.keys(declared).join(', ')}: name them in its server.ts`);
  return values;
}

/** The values under a declaration were read by it. */
const isRead = <D extends SettingDeclarations>(_declared: D, values: unknown): values is SettingValues<D> => values !== undefined;

interface WithSettings {
  readonly name: string;
  readonly settings?: SettingDeclarations;
}

/**
 * Reads the settings of modules from environment variables; an empty one counts as not set. Throws a StartError that
 * lists every wrong one by module, name and allowed values, and never with its value.
 */
export function readModuleSettings(modules: readonly WithSettings[], environment: Environment): ModuleSettings {
  const wrong: string[] = [];
  const settings = modules.flatMap(({ name: module, settings: declared }) => {
    if (declared === undefined) return [];
    const values = Object.entries(declared).map(([name, setting]): [string, Value] => {
      const text = environment[name];
      const value =
        text === undefined || text === ''
          ? (setting.default ?? (setting.required === true ? wrongValue : undefined))
          : valueOf(setting, text);
      if (value !== wrongValue) return [name, value];
      wrong.push(`${name}, a setting of the module ${module}, ${sentenceOf(setting)}: ${setting.about}.`);
      return [name, undefined];
    });
    return [[declared, Object.fromEntries(values)] as const];
  });
  if (wrong.length > 0) throw new StartError(wrong.join('\n'));
  return new Map(settings);
}

/**
 * Applies the stored values of all settings on the page, except those in the environment (`isFixed`); the default if
 * nothing is stored. Returns the names of those with an invalid stored value, whose default applies.
 */
export function takeStored(settings: ModuleSettings, stored: ReadonlyMap<string, string>, isFixed: (name: string) => boolean): string[] {
  const wrong: string[] = [];
  for (const [declared, values] of settings)
    for (const [name, setting] of Object.entries(declared)) {
      if (setting.page === undefined || isFixed(name)) continue;
      const text = stored.get(name);
      const value = text === undefined ? setting.default : valueOf(setting, text);
      if (value === wrongValue) wrong.push(name);
      values[name] = value === wrongValue ? setting.default : value;
    }
  return wrong;
}

const wrongValue = Symbol('wrong');

function valueOf(setting: Setting, text: string): Value | typeof wrongValue {
  switch (setting.kind) {
    case 'number': {
      const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
      const fits = value >= setting.min && value <= setting.max && (setting.fractions === true || Number.isInteger(value));
      return fits ? value : wrongValue;
    }
    case 'choice':
      return setting.values.includes(text) ? text : wrongValue;
    case 'switch':
      return text === 'on' || text === 'off' ? text === 'on' : wrongValue;
    case 'text':
      if (!isReadable(setting)) return wrongValue;
      return setting.pattern === undefined || new RegExp(`^(?:${setting.pattern})$`, 'u').test(text) ? text : wrongValue;
  }
}

/** False for a text with a pattern that is no regular expression. */
const isReadable = (setting: Setting): boolean =>
  setting.kind !== 'text' || setting.pattern === undefined || isPattern(setting.pattern, 'u');

/** The allowed values of a setting, as the end of a sentence that begins with its name. */
function sentenceOf(setting: Setting): string {
  if (setting.kind === 'text' && !isReadable(setting))
    return `has the pattern ${setting.pattern}, which is no regular expression: correct it`;
  if (setting.message !== undefined) return setting.message;
  switch (setting.kind) {
    case 'number':
      return `must be a ${setting.fractions === true ? '' : 'whole '}number from ${setting.min} to ${setting.max}`;
    case 'choice':
      return `must be one of ${setting.values.join(', ')}`;
    case 'switch':
      return 'must be on or off';
    case 'text':
      return setting.pattern === undefined ? 'must be set' : `must match ${setting.pattern}`;
  }
}

/** The mistakes in a module's declaration of settings: `taken` are the names of the product's own. */
export function settingMistakes({ name: module, settings = {} }: WithSettings, taken: readonly string[]): string[] {
  const prefix = `${module.toUpperCase()}_`;
  return Object.entries(settings).flatMap(([name, setting]) => {
    const place = `the setting ${name} of the module ${module}`;
    if (!/^[A-Z][A-Z0-9_]*$/.test(name) || !name.startsWith(prefix))
      return [`${place} is no name of its own: call it ${prefix}${name.toUpperCase().replace(/\W/g, '_')}`];
    if (taken.includes(name)) return [`${place} is one of the product's: call it otherwise`];
    if (!isReadable(setting)) return [`${place} ${sentenceOf(setting)}`];
    const defaultText = setting.kind === 'switch' || setting.default === undefined ? undefined : String(setting.default);
    const mistakes =
      defaultText !== undefined && valueOf(setting, defaultText) === wrongValue
        ? [`${place} ${sentenceOf(setting)}, and its default is not`]
        : [];
    if (setting.secret === true && setting.default !== undefined)
      mistakes.push(`${place} is secret and has a default: leave the default out`);
    return [...mistakes, ...pageMistakes(setting).map((mistake) => `${place} ${mistake}`)];
  });
}

/** The reasons why a setting cannot be on the page 参数设置, each as the end of a sentence. */
function pageMistakes(setting: Setting): string[] {
  if (setting.page === undefined) return [];
  const mistakes: string[] = [];
  if (setting.secret === true) mistakes.push('is secret and stands on the page: leave one of the two out');
  else if (setting.default === undefined) mistakes.push('stands on the page, which shows its default: give it one');
  if (setting.kind === 'number' && (setting.min < 0 || setting.max > 9_999_999))
    mistakes.push('stands on the page, whose numbers run from 0 to 9999999: narrow it');
  return mistakes;
}

/** The values with a placeholder for secret ones, which a copy of the data must not use. */
export const withoutSecrets = (settings: ModuleSettings): ModuleSettings =>
  new Map(
    [...settings].map(([declared, values]) => [
      declared,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, declared[name]?.secret === true && value !== undefined ? 'secret' : value]),
      ),
    ]),
  );
