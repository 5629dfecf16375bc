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

/** Fewer than these are an ordinary day. */
const fewPeople = 5;

/** A directory that returns nobody, or far fewer people than last time: a sign of a fault. */
export function fewReturned({ lastPeople }: RecordOf<typeof directory>, { people }: DirectoryContent): StopSign | undefined {
  const [count, lastCount] = [people.length, lastPeople ?? 0];
  if (count === 0) return { refused: '目录没有返回任何人，已停止：请检查目录的设置', mayForce: false };
  if (count * 5 >= lastCount * 4 || lastCount - count <= fewPeople) return undefined;
  return { refused: `目录只返回 ${count} 人，上次是 ${lastCount} 人，少了太多，已停止：请先检查目录`, mayForce: true };
}

/**
 * A run that would disable more than a fifth of the enabled people who are linked or of earlier runs. Another directory under the same name, or one
 * that numbers its people anew, returns as many as before, and none of those whom it is to keep.
 */
export function manyDisabled({ people }: Plan, { entries, links, users }: DirectoryState): StopSign | undefined {
  const disabled = new Set(people.filter(({ kind }) => kind === 'disabled').map(({ id }) => id)).size;
  const known = new Set(entries.filter(({ kind }) => kind === 'person').map(({ recordId }) => recordId));
  for (const { userId } of links.values()) if (userId !== null) known.add(userId);
  known.delete(systemIds.adminUser);
  const working = [...known].filter((id) => users.get(id)?.userStatus === userStatuses.enabled).length;
  if (disabled <= fewPeople || disabled * 5 <= working) return undefined;
  return { refused: `将停用 ${disabled} 人，已同步的在用人员共 ${working} 人，停用太多，已停止：请先检查目录和目录代号`, mayForce: true };
}
