import { type Context, refusedField, selectRows, type Wraps } from 'back-office/server';
import { agreement, states } from '../agreement.ts';
import { agreementLine } from '../agreement-line.ts';

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

/** The same of the lines: those of a draft alone. */
export const keepMovedLines: Wraps = {
  write: (next) => async (context, resource, checked) => {
    const named = checked.flatMap(({ current, values }) => [current?.['acmeAgreementId'], values['acmeAgreementId']]);
    await refuseMoved(
      context,
      named.filter((id) => typeof id === 'string'),
    );
    return next(context, resource, checked);
  },
  remove: (next) => async (context, resource, ids) => {
    const lines = await selectRows(context, agreementLine, ids);
    await refuseMoved(
      context,
      lines.map(({ acmeAgreementId }) => acmeAgreementId),
    );
    return next(context, resource, ids);
  },
};

/** Locks the agreements too, so that none is submitted while it is changed. */
async function refuseMoved(context: Context, ids: readonly string[]): Promise<void> {
  const rows = await selectRows(context, agreement, ids, { lock: true });
  const moved = rows.find(({ agreementState }) => agreementState !== states.draft);
  if (moved !== undefined) throw refusedField('agreementState', `合同“${moved.agreementName}”不是草稿，不能修改或删除`);
}
