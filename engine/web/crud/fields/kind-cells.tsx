import type {
  ColourField,
  DictField,
  FileField,
  JsonField,
  LongTextField,
  NumberField,
  TextField,
  TextsField,
} from '@back-office/contract/resource/field.ts';
import { labelName } from '@back-office/contract/resource/field.ts';
import { Tag } from 'antd';
import { UserAvatar } from '../../files/upload/user-avatar.tsx';
import { asIds, asText, orNull } from './as-text.ts';
import type { CellProps, Values } from './field-kit.ts';
import { Marked } from './marked.tsx';
import { RecordName } from './record-name.tsx';
import { type RecordField, targetOf } from './target-of.ts';
import { TextCell } from './text-cell.tsx';
import { useDict } from './use-dict.ts';

export const MarkedCell = ({ name, value }: CellProps<TextField>) => <Marked name={name} text={asText(value)} />;

export const LongTextCell = ({ value, plain }: CellProps<LongTextField>) =>
  plain ? <>{asText(value)}</> : <span style={{ whiteSpace: 'pre-wrap' }}>{asText(value)}</span>;

/** Cached: creating a NumberFormat costs more than using it. */
const formats = new Map<number, Intl.NumberFormat>();

function formatOf(digits: number): Intl.NumberFormat {
  const made = formats.get(digits) ?? new Intl.NumberFormat('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(digits, made);
  return made;
}

export function NumberCell({ field, value }: CellProps<NumberField>) {
  // Quantities (with a unit or decimals) get thousands separators; ordinals such as 排序 do not.
  const measured = typeof value === 'number' && (field.decimals !== undefined || field.unit !== undefined);
  const shown = measured ? formatOf(field.decimals ?? 0).format(value) : asText(value);
  return <>{field.unit === undefined ? shown : `${shown} ${field.unit}`}</>;
}

export function DictCell({ field, value, plain }: CellProps<DictField>) {
  const { options } = useDict(field.dict);
  const key = asText(value);
  const option = options.find((one) => one.key === key);
  // A value without an entry is shown as it is: the entry may have been removed since.
  if (option === undefined || plain) return <>{option?.label ?? key}</>;
  return <Tag style={option.colour === null ? {} : tinted(option.colour)}>{option.label}</Tag>;
}

// The entry's colour is used for background and border only: as text colour it lacks contrast in one of the themes.
const tinted = (colour: string) => ({
  color: 'var(--text)',
  background: `color-mix(in srgb, ${colour} 18%, transparent)`,
  borderColor: `color-mix(in srgb, ${colour} 55%, transparent)`,
});

const square = {
  display: 'inline-block',
  width: 14,
  height: 14,
  borderRadius: 3,
  marginInlineEnd: 6,
  verticalAlign: -2,
  border: '1px solid var(--line-strong)',
};

export const ColourCell = ({ value, plain }: CellProps<ColourField>) =>
  plain ? (
    <TextCell value={value} />
  ) : (
    <>
      <span style={{ ...square, background: asText(value) }} />
      {asText(value)}
    </>
  );

/** Write only: there is nothing to show. */
export const SecretCell = () => <>******</>;

/** The number of ids whose target resource depends on another field. */
export const CountCell = ({ value }: { value?: unknown }) => <span>{asIds(value).length} 项</span>;

export const PictureCell = ({ value, resource, field: { label, round = false }, row, size = 40 }: PictureProps) => (
  <UserAvatar fileId={orNull(asText(value))} name={asText(row[resource.label])} size={size} what={label} round={round} />
);
interface PictureProps extends CellProps<FileField> {
  size?: number;
}

export const TextsCell = ({ value, plain }: CellProps<TextsField>) =>
  plain ? asIds(value).join('、') : asIds(value).map((text) => <Tag key={text}>{text}</Tag>);

const block = { margin: 0, whiteSpace: 'pre-wrap', wordBreak: 'break-all' } as const;

export const FormattedJson = ({ value }: { value?: unknown }) => <pre style={block}>{JSON.stringify(value ?? null, null, 2)}</pre>;

export const JsonCell = ({ value, plain }: CellProps<JsonField>) => (plain ? <>{asText(value)}</> : <FormattedJson value={value} />);

/** A value, or each of a list of them, as text. */
export const textsIn = (value: unknown): string[] =>
  [value ?? []]
    .flat()
    .map(asText)
    .filter((id) => id !== '');

/** The names contained in the record, by id: one label for one id, a list in the same order for a list. */
export function namesIn(row: Values, name: string): ReadonlyMap<string, string> {
  const labels = [row[labelName(name)] ?? []].flat();
  return new Map(textsIn(row[name]).flatMap((id, at) => (typeof labels[at] === 'string' ? [[id, labels[at]]] : [])));
}

/** Makes the cell of a kind whose value is the id of another record, or a list of them. */
export const recordCell = <F extends RecordField>(count: 'one' | 'several') =>
  function RecordCell({ resource, field, name, value, row, plain }: CellProps<F>) {
    const names = namesIn(row, name);
    return textsIn(value).map((id, at) => {
      const shown = names.get(id) ?? <RecordName to={targetOf(field, resource).name} id={id} />;
      if (count === 'several' && !plain) return <Tag key={id}>{shown}</Tag>;
      return (
        <span key={id}>
          {at === 0 ? '' : '、'}
          {shown}
        </span>
      );
    });
  };
