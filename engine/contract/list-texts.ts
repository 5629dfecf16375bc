import { limits } from './limits.ts';

/** What is said of a list with more filters than a call takes. */
export const tooManyFilters = `筛选条件不能超过 ${limits.filters} 个`;

/** What is said of a bound of a filter that cannot be read. */
export const unreadBound = ({ label, kind }: { label: string; kind: string }): string =>
  `${label}应为${kind === 'number' ? '数字' : `有效的${kind === 'date' ? '日期，例如 2026-01-31' : '时间，例如 2026-01-31 08:00:00'}`}`;

/** What is said below the choices of a search that found more. */
export const moreFound = '还有更多，请继续输入';
