import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { role } from '../role.ts';
import { useSearchParams } from 'react-router';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { CompanionContext } from '@back-office/web/crud/hooks/companion.ts';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import { useRow } from '@back-office/web/crud/fields/use-row.ts';
import { useMay } from '@back-office/web/platform/session/use-may.ts';
import { GrantPanel } from './grant-panel.tsx';
import { useGrantCompanion } from './use-grant-companion.tsx';
import { useGrants } from './use-grants.ts';

const isAdminRole = ({ roleCode }: DraftOf<typeof role>): boolean => roleCode === 'admin';

/** Roles; the role admin can be neither changed nor deleted. */
export const RoleListPage = () => <ListPage resource={role} editable={(row) => !isAdminRole(row)} />;

/** 角色授权: the role itself, and below it what it may do; while the role is edited one 保存 saves both. */
export function RoleViewPage() {
  const { id } = useScreen();
  return id === 'new' ? <RoleView id={id} /> : <RoleWithGrants key={id} id={id} />;
}

const RoleView = ({ id }: { id: string }) => <ViewPage resource={role} id={id} editable={(row) => !isAdminRole(row)} />;

function RoleWithGrants({ id }: { id: string }) {
  const { data } = useRow(role, id);
  const [search] = useSearchParams();
  const may = useMay(role.name);
  const grants = useGrants(id);
  const { companion, dialog } = useGrantCompanion(grants, data?.roleName ?? '');
  const editing = search.get('edit') === '1' && may('edit') && data !== undefined && !isAdminRole(data);
  return (
    <>
      <CompanionContext value={companion}>
        <RoleView id={id} />
      </CompanionContext>
      {/* Comes with the record: without it there is nothing to grant to, and the view says why. */}
      {data !== undefined && (
        <section className="crud-card" aria-label="功能授权" style={{ marginTop: 12 }}>
          <GrantPanel grants={grants} roleCode={data.roleCode} roleName={data.roleName} editing={editing} />
        </section>
      )}
      {dialog}
    </>
  );
}
