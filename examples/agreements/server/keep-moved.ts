import { type CheckedOf, type Context, refusedField, selectRows, type Wraps } from 'back-office/server';
import { agreement, states } from '../agreement.ts';
import { agreementLine } from '../agreement-line.ts';
import { sumLines } from './sum-lines.ts';

/** Only a draft is edited or deleted: what was submitted is what was approved, and a number is never lost. */
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
    return next(context, resource, ids);
  },
};

/** The same of the lines: those of a draft alone, and their agreement holds what they come to. An import is told of which line. */
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
    const agreements = await agreementsOf(context, ids);
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

const agreementsOf = async (context: Context, ids: readonly string[]): Promise<string[]> =>
  (await selectRows(context, agreementLine, ids)).map(({ acmeAgreementId }) => acmeAgreementId);

/** Those of them that are no drafts any more. A line that did not pass its checks may name none. */
async function movedOf(context: Context, ids: readonly (string | undefined)[], lock?: 'values') {
  const rows = await selectRows(
    context,
    agreement,
    ids.filter((id) => id !== undefined),
    lock === undefined ? {} : { lock },
  );
  return rows.filter(({ agreementState }) => agreementState !== states.draft);
}

/** Locks the agreements too, so that none is submitted while it is changed. */
async function refuseMoved(context: Context, ids: readonly string[]): Promise<void> {
  const [moved] = await movedOf(context, ids, 'values');
  if (moved !== undefined) throw refusedField('agreementState', `合同“${moved.agreementName}”不是草稿，不能修改或删除`);
}
