import type { OwnShape } from '@back-office/contract/resource/field.ts';
import { permissionName } from '@back-office/contract/office/module-names.ts';

/** What a function names and grants. */
export const functionShapes = {
  page: {
    pattern: '^[A-Za-z][A-Za-z0-9_/-]*$',
    message: '应为 Layout、AppMain 或页面名称，例如 sys/user/list',
    example: 'sys/user/list',
  },
  permissions: {
    pattern: `^${permissionName}(?:,${permissionName})*$`,
    message: '应为用英文逗号分隔的权限，例如 read,add',
    example: 'read',
  },
} as const satisfies Record<string, OwnShape>;
