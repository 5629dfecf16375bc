import { isId } from '@back-office/contract/resource/field-schema.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { checkAll } from '@back-office/server/crud/save.ts';
import { select } from '@back-office/server/crud/select.ts';
import { Refusal, refused, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { maxProposals } from '../proposal.ts';
import { proposable } from './describe-resources.ts';
import { storeProposal } from './proposals.ts';

/** A change that an assistant proposes. */
export interface ProposedChange {
  readonly resource: string;
  /** Absent for a record to be added. */
  readonly id?: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/**
 * Stores a proposal for the key's owner, who finds it in the record's form; nothing else is written. It is validated like a
 * save, so that what can never be saved is refused at once, with the form's messages; it is validated again when the person
 * saves. Call it in a transaction.
 */
export async function propose(context: Context, { resource: name, id, values, reason }: ProposedChange): Promise<string> {
  const { user, db } = context;
  const resource = context.resources.find((each) => each.name === name);
  if (resource?.operations.includes('save') !== true) throw refusedField('resource', '没有可以修改的这类数据');
  if (!may(user.rights, name, id === undefined ? 'add' : 'edit')) throw new Refusal('notPermitted');
  const open = new Set(proposable(resource));
  const closed = Object.keys(values).find((field) => !open.has(field));
  if (closed !== undefined) throw refusedField(closed, `不能建议修改 ${closed}：只能是 ${[...open].join('、')}`);
  if (Object.keys(values).length === 0) throw refusedField('values', '没有建议任何内容');
  if (id !== undefined && !isId(id)) throw new Refusal('gone');
  const current = id === undefined ? undefined : await select(context, resource, id);
  const posted = current === undefined ? values : { ...values, id: current.id, version: current.version };
  const { issues } = await checkAll(context, resource, [posted], { alone: true });
  if (issues.length > 0) throw refused(issues.map(({ field, message }) => ({ field, message })));
  const proposalId = await storeProposal(db, user.userId, {
    tokenName: user.key?.name ?? '',
    targetResource: name,
    targetId: current?.id ?? null,
    targetVersion: current?.version ?? null,
    proposed: values,
    reason,
  });
  if (proposalId === undefined) throw refusedField('values', `已有 ${maxProposals} 条建议等待处理，请先处理`);
  return proposalId;
}
