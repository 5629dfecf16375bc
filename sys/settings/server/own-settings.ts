import type { ModuleSettings, Setting } from '@back-office/server/platform/module-settings.ts';
import type { KnownSetting, SettingInput } from '../known-setting.ts';

/** The modules' settings that can be changed on the page, in declared order, grouped. */
export function ownSettings(settings: ModuleSettings): KnownSetting[] {
  const onPage = [...settings.keys()].flatMap((declared) =>
    Object.entries(declared).flatMap(([name, setting]): KnownSetting[] => {
      const { page } = setting;
      if (page === undefined) return [];
      const { title, group, about } = page;
      return [{ name, title, group, about, input: inputOf(setting), byDefault: textOf(setting.default) }];
    }),
  );
  return [...Map.groupBy(onPage, ({ group }) => group).values()].flat();
}

/** In the format of its environment variable. */
const textOf = (value: Setting['default']): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? ''));

function inputOf(setting: Setting): SettingInput {
  const { unit = '', labels = {} } = setting.page ?? {};
  switch (setting.kind) {
    case 'number': {
      const { min, max, fractions = false } = setting;
      return { kind: 'number', min, max, unit, ...(fractions && { fraction: true }) };
    }
    case 'choice':
      return { kind: 'choice', options: setting.values.map((value) => [value, labels[value] ?? value]) };
    case 'switch':
      return {
        kind: 'choice',
        options: [
          ['on', labels['on'] ?? '启用'],
          ['off', labels['off'] ?? '停用'],
        ],
      };
    case 'text':
      return { kind: 'text', max: 500, ...(setting.pattern !== undefined && { pattern: setting.pattern }) };
  }
}
