import type { TableSpec, TablesOf } from '@back-office/server/platform/database/table-spec.ts';

/** Values set in place of a setting's default. */
export const settingTables = {
  sys_setting: {
    id: 'uuid',
    version: 'int4=',
    createTime: 'timestamptz=',
    createUser: 'uuid?',
    updateTime: 'timestamptz=',
    updateUser: 'uuid?',
    settingName: 'text',
    settingTitle: 'text',
    settingGroup: 'text',
    settingAbout: 'text',
    settingOrder: 'int4',
    defaultValue: 'text',
    defaultText: 'text',
    fixedValue: 'text?',
    fixedText: 'text?',
    storedValue: 'text?',
    storedText: 'text?',
    storedFits: 'bool=',
    seenTime: 'timestamptz=',
  },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof settingTables> {}
}
