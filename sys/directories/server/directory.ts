import type { WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { directory } from '../directory.ts';
import { directoryRoutes } from './directory-routes.ts';
import { readGroupRoles } from './group-roles.ts';
import type { DirectoryParts } from './parts.ts';

type Directories = WithFieldsOf<typeof directory>;

/** Directories: how their groups are written, and their runs. */
export const directoryPart = (parts: DirectoryParts): ResourcePart => ({
  operations: {
    write: async (context: Context, resource: Directories, checked: readonly CheckedOf<typeof directory>[]) => {
      if (checked.some(({ values }) => readGroupRoles(values.groupRoles ?? null) === undefined))
        throw refusedField('groupRoles', '每行应为 组名=角色编码');
      return writeAll(context, resource, checked);
    },
  },
  routes: (app, routeParts) => directoryRoutes(app, routeParts, parts),
});
