import type { FieldKind } from './resource/field.ts';
import { fieldOf, type Resource } from './resource/resource.ts';

/** A column of an import template (docs/spec.md 3: import template). */
export interface SheetColumn {
  label: string;
  /** The field's name. */
  prop: string;
  width: number;
  required: boolean;
  /** Shown but not editable: kinds that a sheet cannot hold. */
  disabled: boolean;
  /** Its numbers are summed in the row 合计. */
  summary: boolean;
}

const untypable: readonly FieldKind[] = ['secret', 'file', 'ids', 'texts', 'json'];

/** The columns of a resource's template, from the `import` list of the declaration. */
export const sheetColumns = (resource: Resource): SheetColumn[] =>
  resource.import.map((prop) => {
    const { label, kind, required = false, width = 160 } = fieldOf(resource, prop);
    return { label, prop, width, required, disabled: untypable.includes(kind), summary: kind === 'number' };
  });
