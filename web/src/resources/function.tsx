import { sysFunction } from '@back-office/contract/resources/function.ts';
import { ListPage } from '../crud/pages/list-page.tsx';
import { ViewPage } from '../crud/pages/view-page.tsx';
import { useScreen } from '../crud/hooks/use-screen.ts';
import { FieldOverrides } from '../fields/overrides.ts';
import { functionIcon } from './function/icon-field.tsx';

const overrides = { 'sys/function.functionIcon': functionIcon };

/** Functions, with their icons as they stand in the menu. */
export const FunctionListPage = () => (
  <FieldOverrides value={overrides}>
    <ListPage resource={sysFunction} />
  </FieldOverrides>
);

/** A function; its icon is chosen from those that the menu knows. */
export function FunctionViewPage() {
  const { id } = useScreen();
  return (
    <FieldOverrides value={overrides}>
      <ViewPage resource={sysFunction} id={id} />
    </FieldOverrides>
  );
}
