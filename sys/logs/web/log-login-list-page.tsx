import { logLogin } from '../log-login.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useConfig } from '@back-office/web/platform/session/use-config.ts';
import { mayGo } from '../../shared/web/may-go.ts';

/** The sign-in log is a list alone (docs/spec.md 2.1); a line is offered for deletion once it need not be kept any more. */
export function LogLoginListPage() {
  const days = useConfig()?.logKeepDays ?? 0;
  return <ListPage resource={logLogin} drawer editable={({ loginTime }) => mayGo(loginTime, days)} />;
}
