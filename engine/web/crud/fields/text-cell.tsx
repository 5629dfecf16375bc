import { asText } from './as-text.ts';
import type { CellProps } from './field-kit.ts';

/** The value as text. */
export const TextCell = ({ value }: Pick<CellProps, 'value'>) => <>{asText(value)}</>;
