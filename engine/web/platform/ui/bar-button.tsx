import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { ComponentProps } from 'react';
import { Glyph } from './glyph.tsx';
import './plain.css';

interface Props extends ComponentProps<'button'> {
  icon: IconDefinition;
  /** Its accessible name and tooltip. */
  label: string;
}

/**
 * A button of the top bar: an icon of `@ant-design/icons-svg` with an accessible name and tooltip; `children` are rendered over it.
 * @example
 * function ToAgreements() {
 *   const navigate = useNavigate();
 *   return <BarButton icon={FileProtectOutlined} label="合同" onClick={() => void navigate('/acme/agreement/list')} />;
 * }
 * export const bar: ShellFeature = { name: 'agreements', topBar: [{ title: '合同', order: 30, Item: ToAgreements }] };
 */
export function BarButton({ icon, label, className = '', children, ...rest }: Props) {
  return (
    <button type="button" className={`bar-button ${className}`} aria-label={label} title={label} {...rest}>
      <Glyph of={icon} />
      {children}
    </button>
  );
}
