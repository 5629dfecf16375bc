import { logLogin } from '../log-login.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useConfig } from '@back-office/web/platform/session/use-config.ts';
import { mayDeleteEntry } from '../../shared/web/may-delete-entry.ts';

/** The sign-in log is only a list (docs/spec.md 2.1); an entry can be deleted once its retention period is over. */
export function LogLoginListPage() {
  const days = useConfig()?.logKeepDays ?? 0;
  return <ListPage resource={logLogin} drawer editable={({ loginTime }) => mayDeleteEntry(loginTime, days)} />;
}
