import type { IdsField } from '@back-office/contract/resource/field.ts';
import { asIds } from './as-text.ts';
import type { FieldKit } from './field-kit.ts';

const Count = ({ value }: { value?: unknown }) => <span>{asIds(value).length} 项</span>;

/** Ids whose targets depend on another field: the page that knows them replaces the input. */
export const ids: FieldKit<IdsField> = { Cell: Count, Input: Count };
