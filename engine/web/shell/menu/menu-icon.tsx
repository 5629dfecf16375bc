import { FileTextOutlined } from '@ant-design/icons-svg';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { ProductIcon } from '@back-office/contract/office/menu-icon-name.ts';
import { Glyph } from '../../platform/ui/glyph.tsx';
import { productIcons } from '../routing/product-icons.ts';
import { type ShellSlots, useShellSlots } from '../routing/shell-slots.tsx';

/** Reserves the space of an icon that is still loading. */
const noIcon: IconDefinition = { name: '', theme: 'outlined', icon: { tag: 'svg', attrs: { viewBox: '64 64 896 896' } } };

const isProductIcon = (name: string): name is ProductIcon => Object.hasOwn(productIcons, name);

/** The names of the icons available for menu entries: the product's, and those of modules. */
export function useMenuIcons(): readonly string[] {
  return [...Object.keys(productIcons), ...useShellSlots().icons.keys()];
}

/**
 * The icon named by a route or a function record; a generic one for an unknown name.
 * @example
 * export const Heading = () => (
 *   <h2>
 *     <MenuIcon name="file" /> 即将到期的合同
 *   </h2>
 * );
 */
export function MenuIcon({ name }: { name: string | undefined }) {
  return <Glyph of={iconOf(name, useShellSlots())} />;
}

function iconOf(name: string | undefined, { icons: own, areMoreToCome }: ShellSlots): IconDefinition {
  if (name === undefined) return FileTextOutlined;
  if (isProductIcon(name)) return productIcons[name];
  return own.get(name) ?? (areMoreToCome ? noIcon : FileTextOutlined);
}
