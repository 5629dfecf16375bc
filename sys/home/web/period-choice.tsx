import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { usePreference } from '@back-office/web/platform/preferences/use-preference.ts';
import { type Period, periods } from './chart-data.ts';

const key = 'home.days';

/** The period of all charts, as the person last chose it. */
export const usePeriod = (): Period => {
  const kept = usePreference(key);
  return periods.find((each) => each === kept) ?? 30;
};

/** Chooses the period of the charts; stored for the person. */
export const PeriodChoice = ({ period, of }: { period: Period; of: string }) => (
  <span className="chart-periods" role="group" aria-label={`${of}的时间范围`}>
    {periods.map((each) => (
      <button
        key={each}
        type="button"
        className="link-button"
        aria-pressed={each === period}
        onClick={() => preferenceStore.set(key, each === 30 ? undefined : each)}
      >
        {each}天
      </button>
    ))}
  </span>
);
