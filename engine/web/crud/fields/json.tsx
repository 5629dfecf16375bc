import type { JsonField } from '@back-office/contract/resource/field.ts';
import { asText } from './as-text.ts';
import type { CellProps, FieldKit } from './field-kit.ts';

const block = { margin: 0, whiteSpace: 'pre-wrap', wordBreak: 'break-all' } as const;

const Formatted = ({ value }: { value?: unknown }) => <pre style={block}>{JSON.stringify(value ?? null, null, 2)}</pre>;

const JsonCell = ({ value, plain }: CellProps<JsonField>) => (plain ? <>{asText(value)}</> : <Formatted value={value} />);

/** Read only, shown as formatted text. */
export const json: FieldKit<JsonField> = { Cell: JsonCell, Input: Formatted };
