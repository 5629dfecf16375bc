import { Select } from 'antd';
import { useState } from 'react';
import { choiceName, selectProps, withinQuery, type SelectProps } from './select-props.tsx';
import { useFound } from './use-found.ts';

/**
 * Chooses records of a resource from a list that is searched while typing; for a tree use `NestedSelect`.
 * @example
 * const none: ReadonlyMap<string, string> = new Map();
 * export const PartyFilter = ({ ids, choose }: { ids: readonly string[]; choose: (ids: string[]) => void }) => (
 *   <FlatSelect label="相对方" target={party} chosen={ids} names={none} multiple onChange={choose} />
 * );
 */
export function FlatSelect(props: SelectProps) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { options, loading, more, error } = useFound(props.target, typed, open, withinQuery(props));
  return (
    <Select
      {...selectProps(props, { loading, error, more })}
      {...(props.multiple ? { mode: 'multiple' as const } : {})}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      options={options.filter(({ id }) => id !== props.without).map((option) => ({ value: option.id, label: choiceName(option, props) }))}
      onOpenChange={setOpen}
    />
  );
}
