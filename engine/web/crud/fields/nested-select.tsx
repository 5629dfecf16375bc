import type { Option } from '@back-office/contract/calls/options.ts';
import { TreeSelect } from 'antd';
import { useState } from 'react';
import { choiceName, selectProps, withinQuery, type SelectProps } from './select-props.tsx';
import { useFound } from './use-found.ts';
import { useOptions } from './use-options.ts';

interface Node {
  value: string;
  title: string;
  disabled: boolean;
  isLeaf: boolean;
  children?: Node[];
}

/**
 * Chooses records of a tree, whose levels are loaded as they are opened; a search shows its results as a plain list.
 * @example
 * const none: ReadonlyMap<string, string> = new Map();
 * export const OrgFilter = ({ id, choose }: { id: string; choose: (id: string | undefined) => void }) => (
 *   <NestedSelect label="签约机构" target={org} chosen={[id]} names={none} multiple={false} onChange={([next]) => choose(next)} />
 * );
 */
export function NestedSelect(props: SelectProps) {
  const { target, without } = props;
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [expanded, setExpanded] = useState<string[]>([]);
  const shared = withinQuery(props);
  const searching = typed.trim() !== '';
  const found = useFound(target, typed, open && searching, shared);
  const { levels, error } = useOptions(target, open ? [null, ...expanded] : [], shared);
  const opening = open && error === null && !levels.has(null);
  const nodeOf = (option: Option): Node => {
    const { id, parentLabel, hasChildren } = option;
    const label = choiceName(option, props);
    // Outside the tree a name alone is ambiguous: there are many 朝阳区.
    const title = searching && parentLabel !== null ? `${label}（${parentLabel}）` : label;
    const self = { value: id, title, disabled: id === without };
    const beneath = levels.get(id);
    if (searching || self.disabled || !hasChildren) return { ...self, isLeaf: true };
    return { ...self, isLeaf: false, ...(beneath === undefined ? {} : { children: beneath.map(nodeOf) }) };
  };
  return (
    <TreeSelect
      {...selectProps(props, { loading: found.loading || opening, error: error ?? found.error, more: searching && found.more })}
      multiple={props.multiple}
      showSearch={{ filterTreeNode: false, searchValue: typed, onSearch: setTyped }}
      treeData={(searching ? found.options : (levels.get(null) ?? [])).map(nodeOf)}
      treeExpandedKeys={expanded}
      onTreeExpand={(keys) => setExpanded(keys.map(String))}
      onOpenChange={setOpen}
    />
  );
}
