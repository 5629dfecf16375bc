import { hasLabel, labelName, type Field } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { ReactNode } from 'react';
import { cellOf } from '../fields/cell-of.ts';
import { cellWith } from '../fields/cells.tsx';
import { PictureCell, textsIn } from '../fields/kind-cells.tsx';
import { FieldValue } from '../fields/field-value.tsx';
import { CopyButton } from './copy-button.tsx';
import { CutText } from './cut-text.tsx';
import { RecordLink } from './record-link.tsx';
import { StateSwitch, toggleOf } from './state-switch.tsx';
import './list-cell.css';

interface ListCellProps {
  resource: Resource;
  name: string;
  row: AnyRow;
  /** How wide the column is at least, in pixels. */
  width: number;
  /** Whether a state of this record is changed where it stands. */
  switchable: boolean;
}

/** A value in a list, with what its declaration puts beside it (`listOptions`), and all of it within reach where it is cut. */
export function ListCell({ resource, name, row, width, switchable }: ListCellProps) {
  const toggle = switchable ? toggleOf(resource, name, row) : undefined;
  if (toggle !== undefined) return <StateSwitch {...{ resource, name, row, toggle }} />;
  const field = fieldOf(resource, name);
  const { picture, below, copy } = resource.listOptions ?? {};
  const value = <FieldValue resource={resource} name={name} row={row} plain={field.kind === 'longText' || field.kind === 'json'} />;
  const text = wordsOf(field, name, row);
  const copied = copy?.includes(name) === true && text.length > 0;
  if (name === resource.label) {
    const link = (
      <RecordLink resource={resource} name={name} row={row}>
        {value}
      </RecordLink>
    );
    const named = picture === undefined && below === undefined ? link : <NameCell {...{ resource, row }}>{link}</NameCell>;
    return copied ? <Copied text={text}>{named}</Copied> : named;
  }
  // A cell of a feature may hold buttons of its own.
  const own = cellWith(resource, name).Cell === cellOf(field);
  const shown = own && isCut(field, text, copied ? width - 20 : width) ? <CutText>{value}</CutText> : value;
  return copied ? <Copied text={text}>{shown === value ? <span>{value}</span> : shown}</Copied> : shown;
}

const Copied = ({ text, children }: { text: readonly string[]; children: ReactNode }) => (
  <span className="list-copied">
    {children}
    <CopyButton text={text.join('\n')} />
  </span>
);

/** A record's name with its picture and what stands beneath. */
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

/** What a value says, in words: of references the names that came with them. */
const wordsOf = (field: Field, name: string, row: AnyRow): string[] => textsIn(row[hasLabel(field) ? labelName(name) : name] ?? row[name]);

const wide = /[⺀-鿿＀-｠가-힣]/gu;

/** Kinds whose words stand in frames. */
const framed: readonly string[] = ['references', 'texts', 'dict'];

/** Whether the words are longer than their column, by what letters take on average: measuring each cell would cost the scrolling. */
function isCut(field: Field, words: readonly string[], width: number): boolean {
  // Digits of a time are as narrow as each other, and its columns as wide as they need.
  const letter = field.kind === 'datetime' ? 7.8 : 8;
  const letters = words.reduce((sum, text) => sum + text.length * letter + (text.match(wide)?.length ?? 0) * 6, 0);
  const frames = framed.includes(field.kind) ? words.length * 22 : 0;
  return letters + frames > width - 16;
}
