/** The properties that fields of every kind have. */
interface Common {
  /** The word people read: column header, form label, sheet header. */
  readonly label: string;
  /** An insert without it is refused. */
  readonly required?: boolean;
  /** One line under the input. */
  readonly help?: string;
  /**
   * Begins a section of the form, and of the record as it is read: the heading above this field and those after it. A field that is added to
   * a resource of another module goes to the end of the section that has this heading already.
   */
  readonly section?: string;
  /** Column width in pixels, in lists and in import grids. */
  readonly width?: number;
  /** How the operation log shows a change; without it the log never sees the value (docs/hardening.md (g)). */
  readonly log?: 'plain' | 'mask';
  /** Only operations write it: no form names it, and a value that a client sends is refused. */
  readonly byServer?: true;
}

export type NamedShape = 'account' | 'code' | 'phone' | 'email' | 'link';

/** A shape of the declaration's own: data, as all of a declaration is. */
export interface OwnShape {
  /** Source of a regular expression for the whole text, without nested repeats: no input may make it slow (docs/hardening.md C17). */
  readonly pattern: string;
  /** Follows the field's label in the refusal. */
  readonly message: string;
  /** The value in the example row of an import's template. */
  readonly example: string;
}

export interface TextField extends Common {
  readonly kind: 'text';
  readonly max: number;
  readonly min?: number;
  /** A shape that many fields share, by its name (`text-shape.ts`), or one of the declaration's own. */
  readonly shape?: NamedShape | OwnShape;
  readonly default?: string;
}

export interface LongTextField extends Common {
  readonly kind: 'longText';
  readonly max: number;
  /** The text is HTML of the few elements of `notice-html.ts`; the operation that writes it must sanitise it. */
  readonly html?: true;
}

export interface NumberField extends Common {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  /** Digits after the point; without it whole numbers only. */
  readonly decimals?: number;
  readonly default?: number;
  /** The unit shown behind the number, such as ms. */
  readonly unit?: string;
}

export interface DatetimeField extends Common {
  readonly kind: 'datetime';
}

/** A day without a time, the same in every time zone. */
export interface DateField extends Common {
  readonly kind: 'date';
}

export interface BooleanField extends Common {
  readonly kind: 'boolean';
  readonly default: '是' | '否';
}

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
  /** Name of the resource it points to. */
  readonly to: string;
  /** A reference that this record and the chosen one both have: only records with the same one are offered. */
  readonly within?: string;
  /** The record is deleted with the one that it refers to, and does not prevent that deletion: the column says ON DELETE CASCADE. */
  readonly owned?: true;
}

export interface ReferencesField extends Common {
  readonly kind: 'references';
  /** Name of the resource it points to. */
  readonly to: string;
  /** Table that holds the pairs, with the columns owner_id and target_id. */
  readonly link: string;
}

export interface IdsField extends Common {
  readonly kind: 'ids';
  /** Names of the resources whose ids it may hold; another field of the record says which one. */
  readonly to: readonly string[];
}

/** A list of short texts without a table of their own, none of them twice. */
export interface TextsField extends Common {
  readonly kind: 'texts';
  /** Most characters of one, and most texts. */
  readonly max: number;
  readonly most: number;
  /** What each of them looks like. */
  readonly shape?: OwnShape;
}

export interface ParentField extends Common {
  readonly kind: 'parent';
  /** As of a reference: only records with the same value of this field are offered. */
  readonly within?: string;
}

/** A picture, which becomes part of its record when the record is saved. */
export interface FileField extends Common {
  readonly kind: 'file';
  /** Shown round, as a face is. */
  readonly round?: boolean;
}

export interface JsonField extends Common {
  readonly kind: 'json';
}

/** A field of a resource: data that the server checks and stores by, and the browser draws by. */
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
/** The fields of a resource by their names, in the order in which the form shows them. */
export type Fields = Readonly<Record<string, Field>>;

/** A label's place on the wire: a reference `sysOrgId` comes with `sysOrgIdLabel`. */
export const labelName = (name: string): string => `${name}Label`;

/** Beside the fields of a record of a tree: whether others have it as their parent. */
export const hasChildren = 'hasChildren';

/** Beside a new record in the answer that made it, once: the password that a secret got when nobody gave one. */
export const oneTimePassword = 'oneTimePassword';

/** The field whose value the chosen record must share with this one, if any. */
export const withinOf = (field: Field): string | undefined =>
  field.kind === 'reference' || field.kind === 'parent' ? field.within : undefined;

/** True for the kinds whose value is a list, which may be empty and is never null. */
export const isList = (field: Field): boolean => field.kind === 'references' || field.kind === 'ids' || field.kind === 'texts';

/** True for the kinds whose value is an id, or ids, of another record, and that come with a label. */
export const hasLabel = (field: Field): boolean => field.kind === 'reference' || field.kind === 'references' || field.kind === 'parent';
