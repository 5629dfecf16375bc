import type { Field, FieldKind } from '@back-office/contract/resource/field.ts';
import type { FieldKit } from './field-kit.ts';
import {
  ColourCell,
  CountCell,
  DictCell,
  JsonCell,
  LongTextCell,
  MarkedCell,
  NumberCell,
  PictureCell,
  recordCell,
  SecretCell,
  TextsCell,
} from './kind-cells.tsx';
import { TextCell } from './text-cell.tsx';

interface Shown<F extends Field = Field> {
  Cell: FieldKit<F>['Cell'];
  /** Whether lists can filter by this kind, that is, whether its kit has a `Filter`. */
  filtered: boolean;
}

// Only the cells: a list is rendered before any form, so the inputs are a separate download (kit-of.ts).
const shown: { readonly [K in FieldKind]: Shown<Extract<Field, { kind: K }>> } = {
  text: { Cell: MarkedCell, filtered: true },
  texts: { Cell: TextsCell, filtered: true },
  longText: { Cell: LongTextCell, filtered: true },
  number: { Cell: NumberCell, filtered: true },
  datetime: { Cell: TextCell, filtered: true },
  date: { Cell: TextCell, filtered: true },
  boolean: { Cell: TextCell, filtered: true },
  dict: { Cell: DictCell, filtered: true },
  colour: { Cell: ColourCell, filtered: true },
  secret: { Cell: SecretCell, filtered: false },
  reference: { Cell: recordCell('one'), filtered: true },
  references: { Cell: recordCell('several'), filtered: true },
  ids: { Cell: CountCell, filtered: false },
  parent: { Cell: recordCell('one'), filtered: true },
  file: { Cell: PictureCell, filtered: false },
  json: { Cell: JsonCell, filtered: false },
};

/** Every kind of field. */
export const fieldKinds = Object.keys(shown);

/** How the field's kind is shown. */
export const cellOf = (field: Field): FieldKit['Cell'] => shown[field.kind].Cell;

/** Whether a list can be filtered by fields of this kind. */
export const isFiltered = (field: Field): boolean => shown[field.kind].filtered;
