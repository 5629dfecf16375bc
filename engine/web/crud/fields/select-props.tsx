import type { Option } from '@back-office/contract/calls/options.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Spin } from 'antd';
import type { ReactNode } from 'react';
import type { Aria } from './aria-of.ts';
import { clearable } from './clearable.ts';
import { RecordName } from './record-name.tsx';

export interface SelectProps {
  /** The resource to choose from. */
  target: Resource;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  /** Names that came with the record, by id; others are asked for. */
  names: ReadonlyMap<string, string>;
  multiple: boolean;
  label: string;
  id?: string | undefined;
  aria?: Aria;
  onBlur?: (() => void) | undefined;
  /** The reference that what is chosen shares with the record: its value, or none yet, and then each says whose it is. */
  within?: { field: string; id: string } | undefined;
  /** A record that cannot be chosen: none is its own parent. */
  without?: string | undefined;
}

interface Picked {
  value: string;
  label?: ReactNode;
}

/** The part of a query of choices that says what they share. */
export const withinQuery = ({ within }: Pick<SelectProps, 'within'>): [string, string][] =>
  within === undefined ? [] : [['within', within.id === '' ? within.field : `${within.field}:${within.id}`]];

/** A choice as it is listed: with what it belongs to, where that is not given by the record already. */
export const choiceName = ({ label, withinLabel }: Option, { within }: Pick<SelectProps, 'within'>): string =>
  withinLabel === null || (within?.id ?? '') !== '' ? label : `${label}（${withinLabel}）`;

/** What both ways of choosing hand to antd. */
export function selectProps(
  { target, chosen, onChange, names, multiple, label, id, aria, onBlur }: SelectProps,
  { loading, error }: { loading: boolean; error: Error | null },
) {
  const picked: Picked[] = chosen.map((value) => ({ value, label: names.get(value) ?? <RecordName to={target.name} id={value} /> }));
  return {
    ...(id === undefined ? { 'aria-label': label } : { id }),
    ...aria,
    allowClear: clearable,
    placeholder: '请选择',
    style: { width: '100%' },
    labelInValue: true as const,
    // Nothing chosen is no value at all: for one choice antd takes neither null nor an empty list without complaint.
    ...(multiple ? { value: picked } : picked[0] === undefined ? {} : { value: picked[0] }),
    loading,
    notFoundContent: loading ? (
      <Spin size="small" />
    ) : error === null ? undefined : (
      <span role="alert">{`可选的${target.title}加载失败：${error.message}`}</span>
    ),
    onBlur: () => onBlur?.(),
    onChange: (next: Picked | Picked[] | null | undefined) => onChange([next ?? []].flat().map(({ value }) => value)),
  };
}
