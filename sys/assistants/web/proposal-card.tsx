import { DeleteOutlined, FormOutlined } from '@ant-design/icons';
import { limits } from '@back-office/contract/limits.ts';
import type { Field } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { useMutation } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { offerProposal } from './offer-proposal.ts';
import { FieldValue } from '@back-office/web/crud/fields/field-value.tsx';
import { RecordName } from '@back-office/web/crud/fields/record-name.tsx';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { ownPagePath } from '@back-office/web/platform/routing/record-path.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import type { Proposal } from '../proposal.ts';

const unsaved = '这条数据有未保存的修改，请先保存或放弃';

interface ProposalCardProps {
  proposal: Proposal;
  changed: () => Promise<void>;
}

/** One proposal: the fields to change, their new values, and why. */
export function ProposalCard({ proposal, changed }: ProposalCardProps) {
  const { id, targetResource, targetId, proposed, reason, tokenName, createTime, openTime } = proposal;
  const resource = theOffice().resources.find(({ name }) => name === targetResource);
  const navigate = useNavigate();
  const { message } = useApp();
  const { routes } = useSession();
  const path = resource === undefined ? undefined : ownPagePath(routes ?? [], resource.name, targetId ?? undefined);
  const open = useMutation({
    mutationFn: async (of: Resource) => {
      if (path === undefined) return void message.error(`您没有打开${of.title}表单的页面`, limits.errorSeconds);
      const address = await offerProposal({ resource: of, id: targetId, path, values: proposed, from: `助手“${tokenName}”` });
      if (address === undefined) return void message.error(unsaved, limits.errorSeconds);
      await request(`/api/sys/proposal/open-own/${id}`, { method: 'POST' });
      await changed();
      await navigate(address);
    },
  });
  const drop = useMutation({
    mutationFn: async () => {
      await request(`/api/sys/proposal/delete-own/${id}`, { method: 'DELETE' });
      await changed();
    },
  });
  const busy = open.isPending || drop.isPending;
  const what = targetId === null ? `新增${resource?.title ?? targetResource}` : `修改${resource?.title ?? targetResource}`;
  return (
    <article className="proposal" aria-label={what}>
      <header>
        <h3>
          {what}
          {resource !== undefined && targetId !== null && (
            <LinkIfAny to={path}>
              <RecordName to={resource.name} id={targetId} />
            </LinkIfAny>
          )}
        </h3>
        {openTime !== null && <Tag>已打开</Tag>}
        <time dateTime={createTime}>{createTime.slice(0, 16)}</time>
      </header>
      <p className="proposal-reason">
        {tokenName}：{reason}
      </p>
      <dl>
        {resource !== undefined &&
          Object.keys(proposed).map((name) => (
            <div key={name}>
              <dt>{fieldOf(resource, name).label}</dt>
              <dd>
                <ProposedValue resource={resource} name={name} row={proposed} />
              </dd>
            </div>
          ))}
      </dl>
      <footer>
        <Button
          type="primary"
          icon={<FormOutlined aria-hidden />}
          loading={open.isPending}
          disabled={resource === undefined || busy}
          onClick={() => resource !== undefined && open.mutate(resource)}
        >
          在表单中核对
        </Button>
        <Button icon={<DeleteOutlined aria-hidden />} loading={drop.isPending} disabled={busy} onClick={() => drop.mutate()}>
          移除
        </Button>
      </footer>
    </article>
  );
}

const LinkIfAny = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? children : <Link to={to}>{children}</Link>;

/** The resource that a field references. */
function targetOf({ name }: Resource, field: Field): string | undefined {
  if (field.kind === 'parent') return name;
  return field.kind === 'reference' || field.kind === 'references' ? field.to : undefined;
}

interface ProposedValueProps {
  resource: Resource;
  name: string;
  row: Readonly<Record<string, unknown>>;
}

/** A value as its field shows it; for a reference, a proposal has the id only. */
function ProposedValue({ resource, name, row }: ProposedValueProps) {
  const field = fieldOf(resource, name);
  const to = targetOf(resource, field);
  const ids = to === undefined ? [] : [row[name]].flat().filter((id) => typeof id === 'string');
  if (to === undefined || ids.length === 0) return <FieldValue resource={resource} name={name} row={{ ...row }} plain />;
  return ids.map((id, at) => (
    <span key={id}>
      {at > 0 && '、'}
      <RecordName to={to} id={id} />
    </span>
  ));
}
