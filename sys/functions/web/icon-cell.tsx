import { asText } from '@back-office/web/crud/fields/as-text.ts';
import type { CellProps } from '@back-office/web/crud/fields/field-kit.ts';
import { MenuIcon } from '@back-office/web/shell/menu/menu-icon.tsx';

/** A menu icon with its name. */
export const NamedIcon = ({ name }: { name: string }) => (
  <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
    <MenuIcon name={name} />
    {name}
  </span>
);

/** A function's icon, as in the menu. */
export const IconCell = ({ value }: CellProps) => <NamedIcon name={asText(value)} />;
