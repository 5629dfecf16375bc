import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { role } from './role.ts';

/** `data` of POST /api/sys/role/save-authorization: the role as it is stored, and all that it is granted. */
export interface RoleAuthorization {
  role: RecordOf<typeof role>;
  functions: { id: string; functionPermission: string }[];
}
