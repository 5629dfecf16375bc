import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { ComponentProps } from 'react';
import { Glyph } from './glyph.tsx';
import './plain.css';

interface Props extends ComponentProps<'button'> {
  icon: IconDefinition;
  /** Its name, said and shown. */
  label: string;
}

/** A button of the shell that is an icon. */
export function BarButton({ icon, label, className = '', children, ...rest }: Props) {
  return (
    <button type="button" className={`bar-button ${className}`} aria-label={label} title={label} {...rest}>
      <Glyph of={icon} />
      {children}
    </button>
  );
}
