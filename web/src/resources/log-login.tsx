import { logLogin } from '@back-office/contract/resources/log-login.ts';
import { ListPage } from '../crud/pages/list-page.tsx';

/** The sign-in log is a list alone (spec.md 2.1). */
export const LogLoginListPage = () => <ListPage resource={logLogin} drawer />;
