import { role } from '../role.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { CompanionContext } from '@back-office/web/crud/hooks/companion.ts';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import { useRow } from '@back-office/web/crud/fields/use-row.ts';
import { useKeptOpen } from '@back-office/web/platform/session/use-kept-open.ts';
import { useMay } from '@back-office/web/platform/session/use-may.ts';
import { type Compare, GrantCompare } from './grant-compare.tsx';
import { GrantPanel } from './grant-panel.tsx';
import { PreviewButton } from './preview-button.tsx';
import { isAdminRole } from './role-list-page.tsx';
import { useGrantCompanion } from './use-grant-companion.tsx';
import { useGrants } from './use-grants.ts';

/** 角色授权: the role itself, and its permissions below; while the role is edited, a single 保存 saves both. */
export function RoleViewPage() {
  const { id } = useScreen();
  return id === 'new' ? <RoleView id={id} /> : <RoleWithGrants key={id} id={id} />;
}

const RoleView = ({ id }: { id: string }) => <ViewPage resource={role} id={id} editable={(row) => !isAdminRole(row)} />;

function RoleWithGrants({ id }: { id: string }) {
  const { data } = useRow(role, id);
  const [search] = useSearchParams();
  const may = useMay(role.name);
  const [other, choose] = useState<Compare['other']>();
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const grants = useGrants(id, other?.id);
  const { companion, dialog } = useGrantCompanion(grants, data?.roleName ?? '');
  const edited = useKeptOpen(search.get('edit') === '1' ? id : undefined, may('edit'));
  const editing = edited !== undefined && data !== undefined && !isAdminRole(data);
  return (
    <>
      <CompanionContext value={companion}>
        <RoleView id={id} />
      </CompanionContext>
      {/* Shown once the record has loaded: without it there is nothing to grant to, and the view shows the error. */}
      {data !== undefined && (
        <section className="crud-card" aria-label="功能授权" style={{ marginTop: 12 }}>
          <GrantPanel
            grants={grants}
            roleCode={data.roleCode}
            roleName={data.roleName}
            editing={editing}
            onlyDifferent={onlyDifferent && other !== undefined}
            tools={(changed) => may('edit') && !isAdminRole(data) && <PreviewButton role={data} changed={changed} />}
            comparing={(differences) =>
              !isAdminRole(data) && (
                <GrantCompare roleId={id} roleName={data.roleName} {...{ other, choose, differences, onlyDifferent, setOnlyDifferent }} />
              )
            }
          />
        </section>
      )}
      {dialog}
    </>
  );
}
