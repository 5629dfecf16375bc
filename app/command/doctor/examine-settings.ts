import { type ModuleSettings, readModuleSettings, type Setting } from '@back-office/server/platform/module-settings.ts';
import { misspeltSentence, misspeltSettings } from '@back-office/server/platform/misspelt-settings.ts';
import { settingNames } from '@back-office/server/platform/settings.ts';
import { modules } from '../../server/modules.ts';
import { fail, type Finding, ok, warn } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Checks the operator's settings of modules: what each value decides, and unknown names. Returns the settings where they are valid. */
export function* examineSettings(environment: Environment): Generator<Finding, ModuleSettings | undefined> {
  const declared = modules.flatMap(({ name, settings = {} }) => Object.entries(settings).map(([key, setting]) => ({ name, key, setting })));
  let read: ModuleSettings | undefined;
  try {
    read = readModuleSettings(modules, environment);
    for (const { name, key, setting } of declared) yield ok(name, `${key} ${shown(setting, environment[key])}: ${setting.about}`);
  } catch (error) {
    yield fail('settings', error);
  }
  const known = new Set([...settingNames, ...declared.map(({ key }) => key)]);
  for (const misspelt of misspeltSettings(environment, [...known])) yield warn('settings', misspeltSentence(misspelt));
  for (const { name } of modules.filter((module) => module.settings !== undefined))
    for (const key of Object.keys(environment).filter((each) => each.startsWith(`${name.toUpperCase()}_`) && !known.has(each)))
      yield warn(name, `${key} is set, which is no setting of the module: it decides nothing`);
  return read;
}

/** Its value, and whether it was set; for a secret setting, only the latter. */
function shown({ kind, secret, page, ...setting }: Setting, given: string | undefined): string {
  if (given !== undefined && given !== '') return secret === true ? 'is set' : `is ${given}`;
  const value = 'default' in setting ? setting.default : undefined;
  if (value === undefined) return 'is not set';
  const text = kind === 'switch' ? (value === true ? 'on' : 'off') : String(value);
  return `is ${text}, its default${page === undefined ? '' : ', where the page 参数设置 says nothing else'}`;
}
