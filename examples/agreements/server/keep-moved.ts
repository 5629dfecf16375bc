import { type CheckedOf, type Context, refusedField, seeingAll, selectRows, type Wraps } from 'back-office/server';
import { agreement, states } from '../agreement.ts';
import { agreementLine } from '../agreement-line.ts';
import { sumLines } from './sum-lines.ts';

/** Only a draft can be edited, so that the approved text is the submitted one, and only one that never had a number deleted, so that none is lost. */
export const keepMoved: Wraps = {
  write: (next) => async (context, resource, checked) => {
    await refuseMoved(
      context,
      checked.flatMap(({ current }) => current?.id ?? []),
    );
    return next(context, resource, checked);
  },
  remove: (next) => async (context, resource, ids) => {
    await refuseMoved(context, ids);
    const [numbered] = (await selectRows(context, agreement, ids)).filter(({ agreementNo }) => agreementNo !== null);
    if (numbered !== undefined) throw refusedField('agreementNo', `合同“${numbered.agreementName}”已有编号，不能删除，请修改后重新提交`);
    return next(context, resource, ids);
  },
};

/** The same for lines: only a draft's lines can change, and their total is kept in the agreement. An import learns which line is refused. */
export const keepMovedLines: Wraps = {
  guard: (next) => async (context, resource, checked: readonly CheckedOf<typeof agreementLine>[]) => {
    const named = checked.map(({ values, current }) => values.acmeAgreementId ?? current?.acmeAgreementId);
    const moved = await movedOf(context, named);
    const issues = named.flatMap((id, row) =>
      moved.some((one) => one.id === id) ? [{ row, field: 'acmeAgreementId', message: '合同不是草稿，不能再加明细' }] : [],
    );
    return [...(await next(context, resource, checked)), ...issues];
  },
  write: (next) => async (context, resource, checked: readonly CheckedOf<typeof agreementLine>[]) => {
    const named = checked.flatMap(({ current, values }) => [current?.acmeAgreementId, values.acmeAgreementId]);
    const ids = named.filter((id) => id !== undefined);
    await refuseMoved(context, ids);
    const written = await next(context, resource, checked);
    await sumLines(context, ids);
    return written;
  },
  remove: (next) => async (context, resource, ids) => {
    // Locked first, as a save does: a line could move to another agreement while this one is waited for.
    const agreements = await agreementsOf(context, ids, true);
    await refuseMoved(context, agreements);
    const removed = await next(context, resource, ids);
    await sumLines(context, agreements);
    return removed;
  },
  restore: (next) => async (context, resource, ids) => {
    const restored = await next(context, resource, ids);
    const agreements = await agreementsOf(context, ids);
    await refuseMoved(context, agreements);
    await sumLines(context, agreements);
    return restored;
  },
};

const agreementsOf = async (context: Context, ids: readonly string[], lock = false): Promise<string[]> =>
  (await selectRows(context, agreementLine, ids, { lock })).map(({ acmeAgreementId }) => acmeAgreementId);

/** Of these agreements, those that are no longer drafts, seen or not. A line that failed its checks may name no agreement. */
async function movedOf(context: Context, ids: readonly (string | undefined)[], lock?: 'values') {
  const rows = await selectRows(
    seeingAll(context),
    agreement,
    ids.filter((id) => id !== undefined),
    lock === undefined ? {} : { lock },
  );
  return rows.filter(({ agreementState }) => agreementState !== states.draft);
}

/** Also locks the agreements, so that none is submitted while it is being changed. */
async function refuseMoved(context: Context, ids: readonly string[]): Promise<void> {
  const [moved] = await movedOf(context, ids, 'values');
  if (moved !== undefined) throw refusedField('agreementState', `合同“${moved.agreementName}”不是草稿，不能修改或删除`);
}
