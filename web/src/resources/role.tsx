import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { role } from '@back-office/contract/resources/role.ts';
import { ListPage } from '../crud/pages/list-page.tsx';
import { ViewPage } from '../crud/pages/view-page.tsx';
import { useScreen } from '../crud/hooks/use-screen.ts';
import type { Values } from '../fields/field-kit.ts';
import { useRow } from '../fields/use-row.ts';
import { GrantPanel } from './role/grant-panel.tsx';

const isAdminRole = (row: Values): boolean => row['roleCode'] === 'admin';

/** Roles; the role admin can be neither changed nor deleted. */
export const RoleListPage = () => <ListPage resource={role} editable={(row: AnyRow) => !isAdminRole(row)} />;

/** 角色授权: the role itself, and beneath it what it may do. */
export function RoleViewPage() {
  const { id } = useScreen();
  return (
    <>
      <ViewPage resource={role} id={id} editable={(row) => !isAdminRole(row)} />
      {id !== 'new' && <RoleGrants id={id} />}
    </>
  );
}

/** Comes with the record: without it there is nothing to grant to, and the view says why. */
function RoleGrants({ id }: { id: string }) {
  const { data } = useRow(role.name, id);
  if (data === undefined) return null;
  return (
    <section className="crud-card" aria-label="功能授权" style={{ marginTop: 12 }}>
      <GrantPanel key={id} roleId={id} roleCode={textOf(data['roleCode'])} roleName={textOf(data['roleName'])} />
    </section>
  );
}
