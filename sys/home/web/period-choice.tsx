import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { usePreference } from '@back-office/web/platform/preferences/use-preference.ts';
import { type Period, periods } from './chart-data.ts';

const key = 'home.days';

/** Over how many days the charts go, as the person last chose it for all of them. */
export const usePeriod = (): Period => {
  const kept = usePreference(key);
  return periods.find((each) => each === kept) ?? 30;
};

/** Chooses over how many days the charts go; kept for the person. */
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
