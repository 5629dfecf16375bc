import type { Option } from '@back-office/contract/calls/options.ts';
import { moreFound } from '@back-office/contract/list-texts.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Spin } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { Aria } from './aria-of.ts';
import { clearable } from './clearable.ts';
import { RecordName } from './record-name.tsx';

export interface SelectProps {
  /** The resource to choose from. */
  target: Resource;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  /** Names contained in the record, by id; missing names are fetched. */
  names: ReadonlyMap<string, string>;
  multiple: boolean;
  label: string;
  id?: string | undefined;
  aria?: Aria;
  onBlur?: (() => void) | undefined;
  /** A reference that the choices must share with the record, and its value; without a value every choice shows its own. */
  within?: { field: string; id: string } | undefined;
  /** The id of a record that cannot be chosen: the record itself, which cannot be its own parent. */
  without?: string | undefined;
}

interface Picked {
  value: string;
  label?: ReactNode;
}

/** The query parameters that restrict the choices to the shared reference. */
export const withinQuery = ({ within }: Pick<SelectProps, 'within'>): [string, string][] =>
  within === undefined ? [] : [['within', within.id === '' ? within.field : `${within.field}:${within.id}`]];

/** The label of a choice in the list: with the name of its owner, unless the record already determines that. */
export const choiceName = ({ label, withinLabel }: Option, { within }: Pick<SelectProps, 'within'>): string =>
  withinLabel === null || (within?.id ?? '') !== '' ? label : `${label}（${withinLabel}）`;

/** The antd props that both selects share; `more` shows a line below the choices, however far they are scrolled. */
export function selectProps(
  { target, chosen, onChange, names, multiple, label, id, aria, onBlur }: SelectProps,
  { loading, error, more }: { loading: boolean; error: Error | null; more: boolean },
) {
  const picked: Picked[] = chosen.map((value) => ({ value, label: names.get(value) ?? <RecordName to={target.name} id={value} /> }));
  return {
    ...(id === undefined ? { 'aria-label': label } : { id }),
    ...aria,
    allowClear: clearable,
    placeholder: '请选择',
    style: { width: '100%' },
    labelInValue: true as const,
    // With nothing chosen the prop is omitted: for a single choice antd warns about null and about an empty list.
    ...(multiple ? { value: picked } : picked[0] === undefined ? {} : { value: picked[0] }),
    loading,
    notFoundContent: loading ? (
      <Spin size="small" />
    ) : error === null ? undefined : (
      <span role="alert">{`可选的${target.title}加载失败：${error.message}`}</span>
    ),
    popupRender: (choices: ReactElement) => (
      <>
        {choices}
        {more && (
          // The focus stays with what is typed.
          <p className="more-choices" role="status" onMouseDown={(event) => event.preventDefault()}>
            {moreFound}
          </p>
        )}
      </>
    ),
    onBlur: () => onBlur?.(),
    onChange: (next: Picked | Picked[] | null | undefined) => onChange([next ?? []].flat().map(({ value }) => value)),
  };
}
