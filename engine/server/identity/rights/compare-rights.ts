import { statuses } from '@back-office/contract/status.ts';
import { inSlices } from '../../platform/live/in-slices.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  type EffectiveRights,
  effectiveRightsOf,
  type HeldRole,
  isAllEnabled,
  noEffectiveRights,
  orgsOf,
  type RightsHolder,
  type RightsSnapshot,
} from './effective-rights.ts';
import { type Comparison, type Escalation, escalationByGranting, escalationByRevoking } from './escalation.ts';
import { makeExceeds, noOrgs, union } from './org-sets.ts';

/** A refusal for lack of rights. */
export const denied = (message: string): Refusal => new Refusal('notPermitted', { message });

/** The refusal of a data scope that reaches further than the giver's own. */
export const beyondScope = '不能授予超出自己的数据范围';

/** Compares the rights of all holders before and after a change with those of the giver, without keeping the event loop. Refuses with 40300. */
export async function compareHolders(
  before: RightsSnapshot,
  after: RightsSnapshot,
  own: EffectiveRights,
  matters: ReadonlySet<string>,
): Promise<void> {
  const [holdersBefore, holdersAfter] = [byKey(before), byKey(after)];
  const granting = { matters, exceeds: makeExceeds((org) => before.tree.has(org)) };
  const revoking = { matters, exceeds: makeExceeds((org) => after.tree.has(org)) };
  const compared = new Set<string>();
  await inSlices(new Set([...holdersBefore.keys(), ...holdersAfter.keys()]), (key) => {
    const [was, is] = [holdersBefore.get(key), holdersAfter.get(key)];
    // Of people with the same rights, one stands for all.
    const kind = [was, is].map((one) => `${one?.home} ${one?.status} ${one?.roles.join()}`).join();
    if (compared.has(kind)) return;
    compared.add(kind);
    const isPlain = (was === undefined || isAllEnabled(was, before)) && (is === undefined || isAllEnabled(is, after));
    for (const latent of isPlain ? [false] : [false, true]) {
      const [rightsBefore, rightsAfter] = [effectiveRightsOf(was, before, latent), effectiveRightsOf(is, after, latent)];
      refuseGiving(escalationByGranting(rightsBefore, rightsAfter, own, granting));
      refuseTaking(escalationByRevoking(rightsBefore, rightsAfter, own, revoking));
    }
  });
}

const byKey = ({ holders }: RightsSnapshot): Map<string, RightsHolder> =>
  new Map(holders.map((holder) => [`${holder.key} ${holder.mine}`, holder]));

/** Compares roles as if the caller held them, since a role that nobody holds yet may later be given in good faith. Refuses with 40300. */
export async function compareRoles(
  snapshots: { before: RightsSnapshot; after: RightsSnapshot },
  own: EffectiveRights,
  ids: readonly string[],
  matters: ReadonlySet<string>,
): Promise<void> {
  const comparison = { matters, exceeds: makeExceeds() };
  await inSlices(ids, (id) => compareRole(snapshots, own, id, comparison));
}

function compareRole(
  { before, after }: { before: RightsSnapshot; after: RightsSnapshot },
  own: EffectiveRights,
  id: string,
  comparison: Comparison,
): void {
  const [roleBefore, roleAfter] = [before.roles.get(id), after.roles.get(id)];
  if (roleAfter === undefined || JSON.stringify(roleBefore) === JSON.stringify(roleAfter)) return;
  const home = before.holders.find(({ mine }) => mine)?.home ?? null;
  const holder = { home, status: statuses.enabled, roles: [id] };
  const counted: HeldRole | undefined = roleBefore?.status === statuses.enabled ? roleBefore : undefined;
  refuseGiving(
    escalationByGranting(
      counted === undefined ? noEffectiveRights : effectiveRightsOf(holder, before, true),
      effectiveRightsOf(holder, after, true),
      own,
      comparison,
    ),
  );
  const held = counted === undefined ? noOrgs : orgsOf(counted, home, before.tree);
  const widest = own.on.values().reduce((reach, one) => union(reach, one.reach), held);
  if (comparison.exceeds(orgsOf(roleAfter, home, after.tree), widest)) throw denied(beyondScope);
}

function refuseGiving(beyond: Escalation | undefined): void {
  if (beyond?.what === 'all') throw denied('不能授予自己没有的角色');
  if (beyond?.what === 'words') throw denied(`不能授予自己没有的权限：${beyond.words.join('、')}`);
  if (beyond?.what === 'reach') throw denied(beyondScope);
}

function refuseTaking(beyond: Escalation | undefined): void {
  if (beyond?.what === 'all') throw denied('不能修改管理员账号');
  if (beyond?.what === 'words') throw denied(`不能收回自己没有的权限：${beyond.words.join('、')}`);
  if (beyond?.what === 'reach') throw denied('不能收回超出自己的数据范围');
}
