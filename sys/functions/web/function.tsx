import { sysFunction } from '../function.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import { FieldOverrides, overridesOf } from '@back-office/web/crud/fields/overrides.ts';
import { functionIcon } from './icon-field.tsx';

const overrides = overridesOf(sysFunction, { functionIcon });

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
