import { dict } from '../dict.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';

/** Dictionaries have a list with a form and no page for one entry (docs/spec.md 2.1). */
export const DictListPage = () => <ListPage resource={dict} drawer />;
