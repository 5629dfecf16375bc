import { hasChildren } from '@back-office/contract/resource/field.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { TreeSelect } from 'antd';
import { useState } from 'react';
import { asText } from './as-text.ts';
import { selectProps, type SelectProps } from './select-props.tsx';
import { useChildren } from './use-children.ts';
import { useFound } from './use-found.ts';

interface Node {
  value: string;
  title: string;
  disabled: boolean;
  isLeaf: boolean;
  children?: Node[];
}

/** Chooses from a tree whose levels are read as they are opened; a search shows what it found as a plain list. */
export function NestedSelect(props: SelectProps) {
  const { target, without } = props;
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [expanded, setExpanded] = useState<string[]>([]);
  const searching = typed.trim() !== '';
  const found = useFound(target, typed, open && searching);
  const levels = useChildren(target, open ? [null, ...expanded] : []);
  const nodeOf = (row: AnyRow): Node => {
    const self = { value: row.id, title: asText(row[target.label]), disabled: row.id === without };
    const beneath = levels.get(row.id);
    if (searching || self.disabled || row[hasChildren] === false) return { ...self, isLeaf: true };
    return { ...self, isLeaf: false, ...(beneath === undefined ? {} : { children: beneath.map(nodeOf) }) };
  };
  return (
    <TreeSelect
      {...selectProps(props, found.loading || (open && !levels.has(null)))}
      multiple={props.multiple}
      showSearch={{ filterTreeNode: false, searchValue: typed, onSearch: setTyped }}
      treeData={(searching ? found.rows : (levels.get(null) ?? [])).map(nodeOf)}
      treeExpandedKeys={expanded}
      onTreeExpand={(keys) => setExpanded(keys.map(String))}
      onOpenChange={setOpen}
    />
  );
}
