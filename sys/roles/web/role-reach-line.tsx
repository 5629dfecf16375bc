import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { request } from '@back-office/web/platform/request/request.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { RoleReach } from '../role-reach.ts';

/** Cached under the role's name, so that it is refetched after the role is saved. */
const useReach = (roleId: string) =>
  useQuery({
    queryKey: ['sys/role', 'select-reach', roleId],
    queryFn: ({ signal }) => request<RoleReach>(`/api/sys/role/select-reach/${roleId}`, { signal, quiet: true }),
  });

/** 可见数据: the names of the organisations whose data the role shows. */
export function RoleReachLine({ roleId, name }: { roleId: string; name?: string | undefined }) {
  const { data, error, refetch } = useReach(roleId);
  return (
    <p className="role-reach">
      <span className="role-reach-label">{name === undefined ? '可见数据' : `可见数据（${name}）`}</span>
      {data !== undefined && <Reach reach={data} />}
      {data === undefined && error !== null && (
        <>
          加载失败
          <Button type="link" size="small" onClick={() => void refetch()}>
            重试
          </Button>
        </>
      )}
    </p>
  );
}

function Reach({ reach: { dataScope, orgs, more, hidden, holders } }: { reach: RoleReach }) {
  if (dataScope === dataScopes.all) return '全部机构的数据';
  if (dataScope === dataScopes.own) return '只有自己创建的和自己的数据';
  const isCustom = dataScope === dataScopes.custom;
  if (orgs.length === 0 && !hidden)
    return isCustom
      ? '没有选择机构，看不到任何机构的数据'
      : holders === 0
        ? '还没有人拥有此角色，看到哪些机构取决于拥有者所在的机构'
        : '拥有此角色的人都不属于任何机构';
  return (
    <>
      {!isCustom && holders > 0 && <span>{`${grouped(holders)} 位拥有者各自看到${dataScope}的数据：`}</span>}
      {orgs.map(({ id, orgName, below }) => (
        <Tag key={id}>{below === 0 ? orgName : `${orgName}及下级 ${grouped(below)} 个机构`}</Tag>
      ))}
      {more > 0 && <span>等共 {grouped(orgs.length + more)} 个机构</span>}
      {hidden && <span>{isCustom ? '另有机构不在您的数据范围内' : '另有拥有者或机构不在您的数据范围内'}</span>}
    </>
  );
}
