import { Select } from 'antd';
import { useState } from 'react';
import { asText } from './as-text.ts';
import { selectProps, type SelectProps } from './select-props.tsx';
import { useFound } from './use-found.ts';

/** Chooses from a list that is searched as one types. */
export function FlatSelect(props: SelectProps) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { rows, loading } = useFound(props.target, typed, open);
  return (
    <Select
      {...selectProps(props, loading)}
      {...(props.multiple ? { mode: 'multiple' as const } : {})}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      options={rows
        .filter(({ id }) => id !== props.without)
        .map((row) => ({ value: row.id, label: asText(row[props.target.label]) }))}
      onOpenChange={setOpen}
    />
  );
}
