/** The properties that fields of every kind have. */
interface Common {
  /** The name that people read: column header, form label, sheet header. */
  readonly label: string;
  /** An insert without it is refused. */
  readonly required?: boolean;
  /** A line of help under the input. */
  readonly help?: string;
  /**
   * Begins a section of the form and of the record view: the heading above this field and those after it. A field that is added to a resource of
   * another module goes to the end of the section that has this heading already.
   */
  readonly section?: string;
  /** Column width in pixels, in lists and in import grids. */
  readonly width?: number;
  /** How the operation log shows a change; without it the log never contains the value (docs/hardening.md (g)). */
  readonly log?: 'plain' | 'mask';
  /** Only operations write it: no form has it, and a value sent by a client is refused. */
  readonly byServer?: true;
  /** The time with which the server sets it, without a new version: who read both before may post both back. */
  readonly setWith?: string;
}

export type NamedShape = 'account' | 'code' | 'phone' | 'email' | 'link';

/** A shape defined in the declaration itself, as data. */
export interface OwnShape {
  /** Source of a regular expression for the whole text, without nested repeats, so that no input can make it slow (docs/hardening.md C17). */
  readonly pattern: string;
  /** The refusal's message, after the field's label. */
  readonly message: string;
  /** The value in the example row of an import's template. */
  readonly example: string;
}

export interface TextField extends Common {
  readonly kind: 'text';
  readonly max: number;
  readonly min?: number;
  /** The name of a shape that many fields share (`text-shape.ts`), or a shape of the declaration's own. */
  readonly shape?: NamedShape | OwnShape;
  readonly default?: string;
}

export interface LongTextField extends Common {
  readonly kind: 'longText';
  readonly max: number;
  /** The text is HTML with the few elements of `notice-html.ts`; the operation that writes it must sanitise it. */
  readonly html?: true;
}

export interface NumberField extends Common {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  /** Digits after the decimal point; integers only if absent. */
  readonly decimals?: number;
  readonly default?: number;
  /** The unit shown after the number, such as ms. */
  readonly unit?: string;
}

export interface DatetimeField extends Common {
  readonly kind: 'datetime';
}

/** A date without a time, the same in every time zone. */
export interface DateField extends Common {
  readonly kind: 'date';
}

export interface BooleanField extends Common {
  readonly kind: 'boolean';
  readonly default: '是' | '否';
}

/** The most characters of a word that a record names: early versions stored entries of dictionaries up to this long. */
export const maxWord = 2000;

export interface DictField extends Common {
  readonly kind: 'dict';
  /** dictValue of the root entry whose children are the choices. */
  readonly dict: string;
  readonly default?: string;
}

export interface ColourField extends Common {
  readonly kind: 'colour';
}

export interface SecretField extends Common {
  readonly kind: 'secret';
  readonly min: number;
  readonly max: number;
}

export interface ReferenceField extends Common {
  readonly kind: 'reference';
  /** Name of the resource that it refers to. */
  readonly to: string;
  /** A reference that both this record and the chosen one have: only records with the same value are offered. */
  readonly within?: string;
  /** The record is deleted with the one that it refers to, and does not prevent that deletion: the column has ON DELETE CASCADE. */
  readonly owned?: true;
}

export interface ReferencesField extends Common {
  readonly kind: 'references';
  /** Name of the resource that it refers to. */
  readonly to: string;
  /** The link table, with the columns owner_id and target_id. */
  readonly link: string;
}

export interface IdsField extends Common {
  readonly kind: 'ids';
  /** Names of the resources whose ids it may hold; another field of the record says which one applies. */
  readonly to: readonly string[];
}

/** A list of distinct short texts, stored without a table of their own. */
export interface TextsField extends Common {
  readonly kind: 'texts';
  /** The most characters of one text, and the most texts. */
  readonly max: number;
  readonly most: number;
  /** The shape of each text. */
  readonly shape?: OwnShape;
}

export interface ParentField extends Common {
  readonly kind: 'parent';
  /** As in a reference: only records with the same value of this field are offered. */
  readonly within?: string;
}

/** A picture, which becomes part of its record when the record is saved. */
export interface FileField extends Common {
  readonly kind: 'file';
  /** Shown as a circle, as avatars are. */
  readonly round?: boolean;
}

export interface JsonField extends Common {
  readonly kind: 'json';
}

/** A field of a resource, as data: the server checks and stores by it, and the browser renders by it. */
export type Field =
  | TextField
  | LongTextField
  | NumberField
  | DatetimeField
  | DateField
  | BooleanField
  | DictField
  | ColourField
  | SecretField
  | ReferenceField
  | ReferencesField
  | IdsField
  | TextsField
  | ParentField
  | FileField
  | JsonField;

export type FieldKind = Field['kind'];
/** The fields of a resource by name, in the order of the form. */
export type Fields = Readonly<Record<string, Field>>;

/** The name of a reference's label on the wire: `sysOrgId` comes with `sysOrgIdLabel`. */
export const labelName = (name: string): string => `${name}Label`;

/** A property of tree records besides their fields: whether other records have it as their parent. */
export const hasChildren = 'hasChildren';

/** A property of a new record besides its fields, returned only by the save that created it: the password generated for a secret without a value. */
export const oneTimePassword = 'oneTimePassword';

/** The name of the field whose value the chosen record must share with this one, if any. */
export const withinOf = (field: Field): string | undefined =>
  field.kind === 'reference' || field.kind === 'parent' ? field.within : undefined;

/** True for the kinds whose value is a list, which may be empty and is never null. */
export const isList = (field: Field): boolean => field.kind === 'references' || field.kind === 'ids' || field.kind === 'texts';

/** True for the kinds whose value is one or more ids of other records, and that come with a label. */
export const hasLabel = (field: Field): boolean => field.kind === 'reference' || field.kind === 'references' || field.kind === 'parent';
