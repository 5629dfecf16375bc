import { type Context, refusedField, selectRows, type Wraps } from 'back-office/server';
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

/** The same of the lines: those of a draft alone, and their agreement holds what they come to. */
export const keepMovedLines: Wraps = {
  write: (next) => async (context, resource, checked) => {
    const named = checked.flatMap(({ current, values }) => [current?.['acmeAgreementId'], values['acmeAgreementId']]);
    const ids = named.filter((id) => typeof id === 'string');
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

/** Locks the agreements too, so that none is submitted while it is changed. */
async function refuseMoved(context: Context, ids: readonly string[]): Promise<void> {
  const rows = await selectRows(context, agreement, ids, { lock: 'values' });
  const moved = rows.find(({ agreementState }) => agreementState !== states.draft);
  if (moved !== undefined) throw refusedField('agreementState', `合同“${moved.agreementName}”不是草稿，不能修改或删除`);
}
