import { logOpt } from '../log-opt.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useConfig } from '@back-office/web/platform/session/use-config.ts';
import { mayDeleteEntry } from '../../shared/web/may-delete-entry.ts';

/** The operation log; an entry can be deleted once its retention period is over. */
export function LogOptListPage() {
  const days = useConfig()?.logKeepDays ?? 0;
  return <ListPage resource={logOpt} editable={({ optTime }) => mayDeleteEntry(optTime, days)} />;
}
