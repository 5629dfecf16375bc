import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { List } from './use-list.ts';

/** How many records there are: of a tree all of them beside those that a page shows, and of a search what it found of how many. */
export function totalWords({ page: { data }, kind, all, narrowed }: Pick<List, 'page' | 'kind' | 'all' | 'narrowed'>): string {
  const total = data?.total ?? 0;
  const about = data?.approximate === true ? '约' : '';
  if (all !== undefined && narrowed) return `找到${about} ${grouped(total)} 条，共 ${grouped(all)} 条`;
  if (all !== undefined && kind === 'roots' && all > total) return `共 ${grouped(all)} 条，第一级 ${grouped(total)} 条`;
  return `${about === '' ? '共' : about} ${grouped(total)} 条`;
}
