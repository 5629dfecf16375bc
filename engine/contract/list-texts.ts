import { limits } from './limits.ts';

/** What is said of a list with more filters than a call takes. */
export const tooManyFilters = `筛选条件不能超过 ${limits.filters} 个`;

/** What is said below the choices of a search that found more. */
export const moreFound = '还有更多，请继续输入';
