import type { Rules } from 'back-office/contract';

/** Rules that join fields of an agreement; the form and the server run the same function. */
export const agreementRules: Rules = {
  acmeDates: ({ beginDate, endDate }) =>
    typeof beginDate === 'string' && typeof endDate === 'string' && endDate < beginDate
      ? [{ field: 'endDate', message: '到期日期不能早于生效日期' }]
      : [],
};
