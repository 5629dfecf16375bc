import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  defineSettings,
  readModuleSettings,
  settingMistakes,
  settingsOf,
  type SettingDeclarations,
  takeStored,
  withoutSecrets,
} from './module-settings.ts';

const declared = defineSettings({
  ACME_DAYS: { kind: 'number', about: 'Days', min: 1, max: 365, default: 30 },
  ACME_SHARE: { kind: 'number', about: 'A share', min: 0, max: 1, fractions: true },
  ACME_MODE: { kind: 'choice', about: 'A mode', values: ['slow', 'fast'], default: 'slow' },
  ACME_MAILS: { kind: 'switch', about: 'Whether it writes', default: false },
  ACME_URL: { kind: 'text', about: 'Where it is', pattern: 'https://\\S+', message: 'must be an https URL' },
  ACME_TOKEN: { kind: 'text', about: 'Its key', required: true, secret: true },
});
const modules = [{ name: 'sys' }, { name: 'acme', settings: declared }];
const read = (environment: Record<string, string>) => {
  const moduleSettings = readModuleSettings(modules, { ACME_TOKEN: 'abc', ...environment });
  return settingsOf({ moduleSettings }, declared);
};

describe('module settings', () => {
  it('have their defaults and their declared types', () => {
    const values = read({ ACME_DAYS: '' });
    expect(values).toEqual({
      ACME_DAYS: 30,
      ACME_SHARE: undefined,
      ACME_MODE: 'slow',
      ACME_MAILS: false,
      ACME_URL: undefined,
      ACME_TOKEN: 'abc',
    });
    expectTypeOf(values.ACME_DAYS).toEqualTypeOf<number>();
    expectTypeOf(values.ACME_SHARE).toEqualTypeOf<number | undefined>();
    expectTypeOf(values.ACME_MODE).toEqualTypeOf<'slow' | 'fast'>();
    expectTypeOf(values.ACME_MAILS).toEqualTypeOf<boolean>();
    expectTypeOf(values.ACME_TOKEN).toEqualTypeOf<string>();
  });

  it('are read from the environment', () => {
    const given = { ACME_DAYS: '7', ACME_SHARE: '0.5', ACME_MODE: 'fast', ACME_MAILS: 'on', ACME_URL: 'https://erp' };
    expect(read(given)).toEqual({ ...given, ACME_DAYS: 7, ACME_SHARE: 0.5, ACME_MAILS: true, ACME_TOKEN: 'abc' });
  });

  it.each([
    [{ ACME_DAYS: '0' }, 'ACME_DAYS, a setting of the module acme, must be a whole number from 1 to 365: Days.'],
    [{ ACME_DAYS: '1.5' }, 'must be a whole number from 1 to 365'],
    [{ ACME_DAYS: '0x10' }, 'must be a whole number from 1 to 365'],
    [{ ACME_SHARE: '2' }, 'must be a number from 0 to 1'],
    [{ ACME_MODE: 'quick' }, 'must be one of slow, fast'],
    [{ ACME_MAILS: 'yes' }, 'must be on or off'],
    [{ ACME_URL: 'ftp://secret' }, 'ACME_URL, a setting of the module acme, must be an https URL: Where it is.'],
    [{ ACME_TOKEN: '' }, 'ACME_TOKEN, a setting of the module acme, must be set: Its key.'],
  ])('%j is refused with the module and the remedy, and never with the value', (environment, sentence) => {
    expect(() => read(environment)).toThrow(sentence);
    expect(() => read(environment)).not.toThrow('ftp://secret');
  });

  it('refuse a pattern that is no regular expression by its name', () => {
    const settings = defineSettings({ ACME_CODE: { kind: 'text', about: 'A code', pattern: '[a' } });
    expect(() => readModuleSettings([{ name: 'acme', settings }], { ACME_CODE: 'x' })).toThrow(
      'ACME_CODE, a setting of the module acme, has the pattern [a, which is no regular expression: correct it',
    );
  });

  it('report all invalid values at once', () => {
    expect(() => read({ ACME_DAYS: 'x', ACME_MAILS: 'y' })).toThrow(/ACME_DAYS.*\n.*ACME_MAILS/);
  });

  it('are refused if no module lists them', () => {
    expect(() => settingsOf({ moduleSettings: readModuleSettings([], {}) }, declared)).toThrow('No module lists the settings ACME_DAYS');
  });

  it('give no secret to a copy of the data', () => {
    const moduleSettings = withoutSecrets(readModuleSettings(modules, { ACME_TOKEN: 'abc', ACME_DAYS: '7' }));
    expect(settingsOf({ moduleSettings }, declared)).toMatchObject({ ACME_TOKEN: 'secret', ACME_DAYS: 7 });
  });
});

it.each<[SettingDeclarations, string]>([
  [
    { WARN_DAYS: { kind: 'switch', about: '', default: true } },
    'the setting WARN_DAYS of the module acme is no name of its own: call it ACME_WARN_DAYS',
  ],
  [{ acme_days: { kind: 'switch', about: '', default: true } }, 'call it ACME_ACME_DAYS'],
  [
    { ACME_TAKEN: { kind: 'switch', about: '', default: true } },
    "the setting ACME_TAKEN of the module acme is one of the product's: call it otherwise",
  ],
  [
    { ACME_N: { kind: 'number', about: '', min: 1, max: 2, default: 3 } },
    'ACME_N of the module acme must be a whole number from 1 to 2, and its default is not',
  ],
  [
    { ACME_CODE: { kind: 'text', about: '', pattern: '[a', default: 'x' } },
    'ACME_CODE of the module acme has the pattern [a, which is no regular expression: correct it',
  ],
  [{ ACME_KEY: { kind: 'text', about: '', secret: true, default: 'x' } }, 'is secret and has a default: leave the default out'],
])('an invalid declaration is reported: %j', (settings, sentence) => {
  expect(settingMistakes({ name: 'acme', settings }, ['ACME_TAKEN'])).toEqual([expect.stringContaining(sentence)]);
});

describe('settings on the settings page', () => {
  const page = { title: '提醒', group: '合同', about: '提前几天。' };
  const onPage = defineSettings({
    ACME_DAYS: { kind: 'number', about: 'Days', min: 1, max: 365, default: 30, page },
    ACME_MAILS: { kind: 'switch', about: 'Whether it writes', default: false, page },
    ACME_SHARE: { kind: 'number', about: 'A share', min: 0, max: 1, fractions: true, default: 0.5 },
  });
  const opened = (environment: Record<string, string> = {}) => {
    const moduleSettings = readModuleSettings([{ name: 'acme', settings: onPage }], environment);
    const take = (stored: Record<string, string>) =>
      takeStored(moduleSettings, new Map(Object.entries(stored)), (name) => environment[name] !== undefined);
    return { values: settingsOf({ moduleSettings }, onPage), take };
  };

  it('have the stored values, and their defaults once none are stored', () => {
    const { values, take } = opened();
    expect(take({ ACME_DAYS: '7', ACME_MAILS: 'on' })).toEqual([]);
    expect(values).toEqual({ ACME_DAYS: 7, ACME_MAILS: true, ACME_SHARE: 0.5 });
    expect(take({})).toEqual([]);
    expect(values).toEqual({ ACME_DAYS: 30, ACME_MAILS: false, ACME_SHARE: 0.5 });
  });

  it('have the value from the environment, whatever is stored', () => {
    const { values, take } = opened({ ACME_DAYS: '9' });
    expect(take({ ACME_DAYS: '7' })).toEqual([]);
    expect(values.ACME_DAYS).toBe(9);
  });

  it('have their default if the stored value is invalid; stored values of other settings are ignored', () => {
    const { values, take } = opened();
    take({ ACME_DAYS: '7' });
    expect(take({ ACME_DAYS: '366', ACME_SHARE: '0.1' })).toEqual(['ACME_DAYS']);
    expect(values).toMatchObject({ ACME_DAYS: 30, ACME_SHARE: 0.5 });
  });

  it.each<[string, SettingDeclarations]>([
    ['is secret and stands on the page: leave one of the two out', { ACME_KEY: { kind: 'text', about: 'Key', secret: true, page } }],
    ['stands on the page, which shows its default: give it one', { ACME_URL: { kind: 'text', about: 'Where', page } }],
    [
      'stands on the page, whose numbers run from 0 to 9999999: narrow it',
      { ACME_LOW: { kind: 'number', about: 'Degrees', min: -5, max: 5, default: 0, page } },
    ],
  ])('are refused when declared wrongly: %s', (sentence, settings) => {
    expect(settingMistakes({ name: 'acme', settings }, [])).toEqual([expect.stringMatching(`${sentence}$`)]);
  });
});
