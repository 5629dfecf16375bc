import { dict } from '@back-office/contract/resources/dict.ts';
import { ListPage } from '../crud/pages/list-page.tsx';

/** Dictionaries have a list with a form and no page for one entry (docs/spec.md 2.1). */
export const DictListPage = () => <ListPage resource={dict} drawer />;
