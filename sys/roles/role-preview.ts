import type { Credentials } from '@back-office/contract/calls/login.ts';

/** `data` of POST /api/sys/role/preview/{id}: a session that shows what the role reads, and changes nothing. */
export interface RolePreviewAnswer {
  roleName: string;
  credentials: Credentials;
}
