import { Select } from 'antd';
import { useState } from 'react';
import { choiceName, selectProps, withinQuery, type SelectProps } from './select-props.tsx';
import { useFound } from './use-found.ts';

/** Chooses from a list that is searched as one types. */
export function FlatSelect(props: SelectProps) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { options, loading, error } = useFound(props.target, typed, open, withinQuery(props));
  return (
    <Select
      {...selectProps(props, { loading, error })}
      {...(props.multiple ? { mode: 'multiple' as const } : {})}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      options={options.filter(({ id }) => id !== props.without).map((option) => ({ value: option.id, label: choiceName(option, props) }))}
      onOpenChange={setOpen}
    />
  );
}
