import { userStatuses } from '@back-office/contract/status.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import type { DirectoryContent } from '@back-office/server/office/directory.ts';
import type { directory } from '../directory.ts';
import type { DirectoryState } from './directory-state.ts';
import type { Plan } from './plan-directory.ts';

/** Why a run stops before it changes anything; whoever has checked the directory may force it where `mayForce` is true. */
export interface StopSign {
  readonly refused: string;
  readonly mayForce: boolean;
}

/** What a run is to change, and from where. */
interface Intended {
  readonly row: RecordOf<typeof directory>;
  readonly issuer: string;
  /** That of the last run, if one was let through. */
  readonly formerIssuer: string | null;
  readonly content: DirectoryContent;
  readonly plan: Plan;
  readonly state: DirectoryState;
}

/** Why a run stops; what nobody may force comes first. */
export function findStopSign({ row, content, plan, state, ...source }: Intended): StopSign | undefined {
  const signs = [otherSource(row, source), fewReturned(row, content), manyDisabled(plan, state)].filter((sign) => sign !== undefined);
  return signs.find(({ mayForce }) => !mayForce) ?? signs[0];
}

/** Another source under the same code: it may number other people and departments as the former did, who would take over the former's records. */
function otherSource(
  { loginMethod }: RecordOf<typeof directory>,
  { issuer, formerIssuer }: Pick<Intended, 'issuer' | 'formerIssuer'>,
): StopSign | undefined {
  if (formerIssuer === null || formerIssuer === issuer) return undefined;
  const what = `目录代号 ${loginMethod} 现在指向 ${issuer}，上次同步的是 ${formerIssuer}`;
  const cure = '编号相同的人和部门会被当作原来的，已停止：不是同一批人时，请删除这条目录同步后新建';
  return { refused: `${what}；${cure}`, mayForce: true };
}

/** Fewer than these are an ordinary day. */
const fewPeople = 5;

/** A directory that returns nobody, or far fewer people than last time: a sign of a fault. */
function fewReturned({ lastPeople }: RecordOf<typeof directory>, { people }: DirectoryContent): StopSign | undefined {
  const [count, lastCount] = [people.length, lastPeople ?? 0];
  if (count === 0) return { refused: '目录没有返回任何人，已停止：请检查目录的设置', mayForce: false };
  if (count * 5 >= lastCount * 4 || lastCount - count <= fewPeople) return undefined;
  return { refused: `目录只返回 ${count} 人，上次是 ${lastCount} 人，少了太多，已停止：请先检查目录`, mayForce: true };
}

/**
 * A run that would disable more than a fifth of the enabled people who are linked or of earlier runs. Another directory under the same name, or one
 * that numbers its people anew, returns as many as before, and none of those whom it is to keep.
 */
function manyDisabled({ people }: Plan, { entries, links, users }: DirectoryState): StopSign | undefined {
  const disabled = new Set(people.filter(({ kind }) => kind === 'disabled').map(({ id }) => id)).size;
  const known = new Set(entries.filter(({ kind }) => kind === 'person').map(({ recordId }) => recordId));
  for (const { userId } of links.values()) if (userId !== null) known.add(userId);
  known.delete(systemIds.adminUser);
  const working = [...known].filter((id) => users.get(id)?.userStatus === userStatuses.enabled).length;
  if (disabled <= fewPeople || disabled * 5 <= working) return undefined;
  return { refused: `将停用 ${disabled} 人，已同步的在用人员共 ${working} 人，停用太多，已停止：请先检查目录和目录代号`, mayForce: true };
}
