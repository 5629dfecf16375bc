import { hasLabel, labelName, type Field } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { ReactNode } from 'react';
import { cellOf } from '../fields/cell-of.ts';
import { resolveCell } from '../fields/cells.tsx';
import { PictureCell, textsIn } from '../fields/kind-cells.tsx';
import { FieldValue } from '../fields/field-value.tsx';
import { CopyButton } from '../../platform/copying/copy-button.tsx';
import { CutText } from '../../platform/ui/cut-text.tsx';
import { RecordLink } from './record-link.tsx';
import { StateSwitch, toggleOf } from './state-switch.tsx';
import './list-cell.css';

interface ListCellProps {
  resource: Resource;
  name: string;
  row: AnyRow;
  /** The minimum width of the column, in pixels. */
  width: number;
  /** Whether the record's state can be switched within the list. */
  switchable: boolean;
}

/** A value in a list, with the additions of `listOptions`; a value that is cut off can be expanded. */
export function ListCell({ resource, name, row, width, switchable }: ListCellProps) {
  const toggle = switchable ? toggleOf(resource, name, row) : undefined;
  if (toggle !== undefined) return <StateSwitch {...{ resource, name, row, toggle }} />;
  const field = fieldOf(resource, name);
  const { picture, below, copy } = resource.listOptions ?? {};
  const value = <FieldValue resource={resource} name={name} row={row} plain={field.kind === 'longText' || field.kind === 'json'} />;
  const text = wordsOf(field, name, row);
  const isCopyable = copy?.includes(name) === true && text.length > 0;
  if (name === resource.label) {
    const link = (
      <RecordLink resource={resource} name={name} row={row}>
        {value}
      </RecordLink>
    );
    const named = picture === undefined && below === undefined ? link : <NameCell {...{ resource, row }}>{link}</NameCell>;
    return isCopyable ? <WithCopyButton text={text}>{named}</WithCopyButton> : named;
  }
  // A feature's own cell may contain buttons.
  const isDefaultCell = resolveCell(resource, name).Cell === cellOf(field);
  const shown = isDefaultCell && isCut(field, text, isCopyable ? width - 20 : width) ? <CutText>{value}</CutText> : value;
  return isCopyable ? <WithCopyButton text={text}>{shown === value ? <span>{value}</span> : shown}</WithCopyButton> : shown;
}

const WithCopyButton = ({ text, children }: { text: readonly string[]; children: ReactNode }) => (
  <span className="list-copied">
    {children}
    <CopyButton text={text.join('\n')} />
  </span>
);

/** A record's name with its picture and subtitle. */
function NameCell({ resource, row, children }: { resource: Resource; row: AnyRow; children: ReactNode }) {
  const { picture, below } = resource.listOptions ?? {};
  const field = picture === undefined ? undefined : fieldOf(resource, picture);
  const under = below === undefined ? '' : wordsOf(fieldOf(resource, below), below, row).join('、');
  return (
    <span className="list-name">
      {picture !== undefined && field?.kind === 'file' && (
        <span aria-hidden="true" className="list-name-picture">
          <PictureCell resource={resource} field={field} name={picture} value={row[picture]} row={row} plain size={28} />
        </span>
      )}
      <span className="list-name-words">
        <span className="list-name-text">{children}</span>
        {under !== '' && <span className="list-name-below">{under}</span>}
      </span>
    </span>
  );
}

/** A value as texts; for references, the names contained in the record. */
const wordsOf = (field: Field, name: string, row: AnyRow): string[] => textsIn(row[hasLabel(field) ? labelName(name) : name] ?? row[name]);

const wide = /[⺀-鿿＀-｠가-힣]/gu;

/** Kinds whose texts are rendered as tags. */
const framed: readonly string[] = ['references', 'texts', 'dict'];

/** Whether the texts exceed their column, estimated from average character widths: measuring every cell would make scrolling slow. */
function isCut(field: Field, words: readonly string[], width: number): boolean {
  // Digits of a time all have this width, and its columns are exactly as wide as needed.
  const letter = field.kind === 'datetime' ? 7.8 : 8;
  const letters = words.reduce((sum, text) => sum + text.length * letter + (text.match(wide)?.length ?? 0) * 6, 0);
  const frames = framed.includes(field.kind) ? words.length * 22 : 0;
  return letters + frames > width - 16;
}
