import { logOpt } from '@back-office/contract/resources/log-opt.ts';
import { ListPage } from '../crud/pages/list-page.tsx';
import { useConfig } from '../session/use-config.ts';
import { mayGo } from './may-go.ts';

/** The operation log; a line is offered for deletion once it need not be kept any more. */
export function LogOptListPage() {
  const days = useConfig()?.logKeepDays ?? 0;
  return <ListPage resource={logOpt} editable={({ optTime }) => mayGo(optTime, days)} />;
}
