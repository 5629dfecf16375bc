import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { role } from '../role.ts';

export const isAdminRole = ({ roleCode }: DraftOf<typeof role>): boolean => roleCode === 'admin';

/** Roles; the role admin can be neither changed nor deleted. */
export const RoleListPage = () => <ListPage resource={role} editable={(row) => !isAdminRole(row)} />;
