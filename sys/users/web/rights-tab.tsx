import { statuses } from '@back-office/contract/status.ts';
import { dataScopes } from '@back-office/contract/data-scopes.ts';
import type { ResourceReach, RightsAnswer } from '@back-office/contract/calls/rights.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { role } from '../../roles/role.ts';
import type { user } from '../user.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Empty, Skeleton, Table, Tag, Typography } from 'antd';
import { Link } from 'react-router';
import { FieldValue } from '@back-office/web/crud/fields/field-value.tsx';
import { request } from '@back-office/web/platform/request/request.ts';
import { listPath } from '@back-office/web/platform/routing/list-path.ts';
import { permissionWord } from '@back-office/web/platform/session/permission-words.ts';
import { useRights } from '@back-office/web/platform/session/use-rights.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { heldRights, type HeldRight } from './held-rights.ts';
import { RightLookup } from './right-lookup.tsx';

/** Explains a person's rights: each permission with the roles that grant it, their data scopes, and what is missing. */
export function RightsTab({ row: { id = '' } }: { row: DraftOf<typeof user> }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['sys/user', 'rights', id],
    queryFn: ({ signal }) => request<RightsAnswer>(`/api/sys/user/select-rights/${encodeURIComponent(id)}`, { signal, quiet: true }),
  });
  if (data === undefined) {
    if (error === null) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
    return <LoadFailed title="权限加载失败" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {data.userStatus !== statuses.enabled && (
        <Alert type="warning" showIcon title={`账号${data.userStatus}，不能登录：以下权限目前都用不上。`} />
      )}
      {data.admin && <Alert type="info" showIcon title="拥有管理员角色，可以使用全部功能和数据。" />}
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'roles', label: '角色', children: <Roles roles={data.roles} /> },
          ...(data.admin ? [{ key: 'reach', label: '可见数据', children: '全部数据' }] : []),
        ]}
      />
      <RightLookup functions={data.functions} />
      {!data.admin && (
        <section>
          <Typography.Title level={2} style={{ fontSize: 16, marginTop: 0 }}>
            可见数据
          </Typography.Title>
          <Reaches reaches={data.reaches} />
        </section>
      )}
      <section>
        <Typography.Title level={2} style={{ fontSize: 16, marginTop: 0 }}>
          拥有的权限
        </Typography.Title>
        <Held rights={heldRights(data)} />
      </section>
    </div>
  );
}

function Roles({ roles }: Pick<RightsAnswer, 'roles'>) {
  const rights = useRights();
  const { routes } = useSession();
  const base = may(rights, role.name, 'read') ? listPath(routes ?? [], role.name)?.replace(/\/list$/, '/view') : undefined;
  if (roles.length === 0) return '没有角色';
  return (
    <div style={{ display: 'grid', gap: 6 }}>
      {roles.map((one) => (
        <div key={one.id} style={{ overflowWrap: 'anywhere' }}>
          {base === undefined ? one.roleName : <Link to={`${base}/${one.id}`}>{one.roleName}</Link>}
          {one.roleStatus !== statuses.enabled && <Tag style={{ marginInlineStart: 8 }}>{one.roleStatus}</Tag>}
          <Typography.Text type="secondary">
            （数据范围：
            <FieldValue resource={role} name="dataScope" row={{ dataScope: one.dataScope }} plain />
            {one.dataScope === dataScopes.custom && `，${one.orgs.length === 0 ? '未选机构' : one.orgs.join('、')}`}）
          </Typography.Text>
        </div>
      ))}
    </div>
  );
}

const reachColumns = [
  { key: 'title', dataIndex: 'title', title: '数据', width: '20%' },
  { key: 'reach', dataIndex: 'reach', title: '可见范围', width: '40%' },
  { key: 'through', title: '来自角色', render: (_: unknown, { through }: ResourceReach) => <GrantingRoles through={through} /> },
];

/** The data scope of each resource, and what each role contributes. */
const Reaches = ({ reaches }: Pick<RightsAnswer, 'reaches'>) => (
  <Table<ResourceReach>
    rowKey="resource"
    size="small"
    style={{ overflowWrap: 'anywhere' }}
    columns={reachColumns}
    dataSource={reaches}
    pagination={false}
    locale={{ emptyText: <Empty description="没有可见的数据" /> }}
  />
);

const GrantingRoles = ({ through }: Pick<ResourceReach, 'through'>) =>
  through.length === 1
    ? through[0]?.roleName
    : through.map(({ roleName, reach }) => (
        <div key={roleName}>
          {roleName}
          <Typography.Text type="secondary">（{reach}）</Typography.Text>
        </div>
      ));

const Words = ({ words }: { words: string[] }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
    {words.map((word) => (
      <Tag key={word} style={{ margin: 0 }}>
        {permissionWord(word)}
      </Tag>
    ))}
  </div>
);

const columns = [
  { key: 'path', dataIndex: 'path', title: '功能', width: '45%' },
  { key: 'permissions', title: '权限', render: (_: unknown, { permissions }: HeldRight) => <Words words={permissions} /> },
  { key: 'through', dataIndex: 'through', title: '来自角色', width: '25%' },
];

const Held = ({ rights }: { rights: HeldRight[] }) => (
  <Table<HeldRight>
    rowKey="id"
    size="small"
    style={{ overflowWrap: 'anywhere' }}
    columns={columns}
    dataSource={rights}
    pagination={false}
    locale={{ emptyText: <Empty description="没有任何功能权限" /> }}
  />
);
