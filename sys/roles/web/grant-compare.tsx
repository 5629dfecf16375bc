import { useQuery } from '@tanstack/react-query';
import { Checkbox, Select } from 'antd';
import { request } from '@back-office/web/platform/request/request.ts';
import { RoleReachLine } from './role-reach-line.tsx';

/** Another role compared with this one. */
export interface Compare {
  other: { id: string; roleName: string } | undefined;
  choose: (other: Compare['other']) => void;
  onlyDifferent: boolean;
  setOnlyDifferent: (only: boolean) => void;
}

interface Role {
  id: string;
  roleName: string;
  roleCode: string;
}

interface GrantCompareProps extends Compare {
  roleId: string;
  roleName: string;
  /** Number of permissions in which the two differ; undefined while loading. */
  differences: number | undefined;
}

/** Selects a role to compare with, explains the marks, and can filter to the differences. */
export function GrantCompare({ roleId, roleName, other, choose, differences, onlyDifferent, setOnlyDifferent }: GrantCompareProps) {
  const { data, isError } = useQuery({
    queryKey: ['sys/role', 'select-roles'],
    queryFn: ({ signal }) => request<Role[]>('/api/sys/role/select-roles', { signal, quiet: true }),
  });
  // The role admin has all permissions, whatever it is granted.
  const roles = (data ?? []).filter(({ id, roleCode }) => id !== roleId && roleCode !== 'admin');
  return (
    <>
      <div className="grant-tools">
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          aria-label="对比角色"
          placeholder="与另一个角色对比"
          notFoundContent={isError ? '加载失败，请刷新后重试' : '没有其他角色'}
          style={{ width: 240 }}
          options={roles.map(({ id, roleName: label }) => ({ value: id, label }))}
          {...(other === undefined ? {} : { value: other.id })}
          onChange={(id: string | undefined) => choose(roles.find((role) => role.id === id))}
        />
        {other !== undefined && (
          <>
            <Checkbox checked={onlyDifferent} onChange={({ target }) => setOnlyDifferent(target.checked)}>
              仅看不同
            </Checkbox>
            <span role="status" className="grant-legend">
              {differences !== undefined &&
                (differences === 0
                  ? '两个角色的授权相同'
                  : `${differences} 处不同，已标出；每格左边是“${roleName}”，右边是“${other.roleName}”`)}
            </span>
          </>
        )}
      </div>
      <RoleReachLine roleId={roleId} name={other === undefined ? undefined : roleName} />
      {other !== undefined && <RoleReachLine roleId={other.id} name={other.roleName} />}
    </>
  );
}
