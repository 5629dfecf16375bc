import type { WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { refused } from '@back-office/server/platform/http/refusal.ts';
import type { directory } from '../directory.ts';
import { directoryRoutes } from './directory-routes.ts';
import { refuseKeys } from '@back-office/server/identity/api-keys/refuse-keys.ts';
import { readGroupRoles } from './read-group-roles.ts';
import type { DirectoryParts } from './parts.ts';

type Directories = WithFieldsOf<typeof directory>;

/** Directories: validation of their group mappings, and their runs. */
export const directoryPart = (parts: DirectoryParts): ResourcePart => ({
  operations: {
    guard: (_context, _resource, checked: readonly CheckedOf<typeof directory>[]) => Promise.resolve(groupIssues(checked)),
    write: (context: Context, resource: Directories, checked: readonly CheckedOf<typeof directory>[]) => {
      refuseKeys(context, '目录同步');
      const issues = groupIssues(checked);
      if (issues.length > 0) throw refused(checked.length > 1 ? issues : issues.map(({ field, message }) => ({ field, message })));
      return writeAll(context, resource, checked);
    },
  },
  routes: (app, routeParts) => directoryRoutes(app, routeParts, parts),
});

/** The records with invalid lines in 组与角色. */
const groupIssues = (checked: readonly CheckedOf<typeof directory>[]) =>
  checked.flatMap(({ values }, row) =>
    readGroupRoles(values.groupRoles ?? null) === undefined ? [{ row, field: 'groupRoles', message: '每行应为 组名=角色编码' }] : [],
  );
