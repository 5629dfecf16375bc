import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import type { Option } from '@back-office/contract/calls/options.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { Button, Empty, Input, Skeleton, Tree, type TreeDataNode } from 'antd';
import { useState } from 'react';
import { theOffice } from '../../platform/office/open-office.ts';
import { useFound } from '../fields/use-found.ts';
import { useOptions } from '../fields/use-options.ts';
import type { List } from '../lists/use-list.ts';
import './tree-side.css';

interface TreeSideProps {
  list: List;
  /** The reference whose tree it is. */
  name: string;
  folded: boolean;
  fold: (away: boolean) => void;
}

/** The tree at the left of a list (`browse.tree`): what is chosen there leaves what belongs to it or to anything below it. */
export function TreeSide({ list, name, folded, fold }: TreeSideProps) {
  const { resource, state, change } = list;
  const field = fieldOf(resource, name);
  const chosen = state.terms.filter((term) => term.field === name && term.op === 'under').map(({ value }) => value);
  const choose = (id: string | undefined): void =>
    change({
      terms: [
        ...state.terms.filter((term) => term.field !== name),
        ...(id === undefined ? [] : [{ op: 'under' as const, field: name, value: id }]),
      ],
    });
  if (folded) {
    return (
      <Button
        className="tree-side-folded"
        icon={<MenuUnfoldOutlined aria-hidden />}
        aria-label={`展开${field.label}树`}
        title={`展开${field.label}树`}
        onClick={() => fold(false)}
      />
    );
  }
  return (
    <aside className="tree-side" aria-label={`按${field.label}筛选`}>
      <header>
        <strong>{field.label}</strong>
        <Button type="text" size="small" disabled={chosen.length === 0} onClick={() => choose(undefined)}>
          全部
        </Button>
        <Button
          type="text"
          size="small"
          icon={<MenuFoldOutlined aria-hidden />}
          aria-label={`收起${field.label}树`}
          title={`收起${field.label}树`}
          onClick={() => fold(true)}
        />
      </header>
      {field.kind === 'reference' && <Nodes target={theOffice().resourceOf(field.to)} chosen={chosen} choose={choose} />}
    </aside>
  );
}

interface NodesProps {
  target: Resource;
  chosen: readonly string[];
  choose: (id: string | undefined) => void;
}

/** The nodes, level by level as they are opened; a search gives what it finds, each with what it stands below. */
function Nodes({ target, chosen, choose }: NodesProps) {
  const [typed, setTyped] = useState('');
  const [expanded, setExpanded] = useState<string[]>();
  const searching = typed.trim() !== '';
  const found = useFound(target, typed, searching);
  const roots = useOptions(target, [null]).levels.get(null);
  // A single root says nothing by itself.
  const open = expanded ?? (roots?.length === 1 ? roots.map(({ id }) => id) : []);
  const { levels, error } = useOptions(target, [null, ...open]);
  const nodeOf = ({ id, label, parentLabel, hasChildren }: Option): TreeDataNode => {
    const title = searching && parentLabel !== null ? `${label}（${parentLabel}）` : label;
    const beneath = levels.get(id);
    if (searching || !hasChildren) return { key: id, title, isLeaf: true };
    return { key: id, title, isLeaf: false, ...(beneath === undefined ? {} : { children: beneath.map(nodeOf) }) };
  };
  const options = searching ? found.options : (levels.get(null) ?? []);
  return (
    <>
      <Input
        allowClear
        size="small"
        aria-label={`搜索${target.title}树`}
        placeholder={`搜索${target.title}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error === null && (searching ? found.loading : roots === undefined) && options.length === 0 ? (
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      ) : options.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={error?.message ?? `没有找到${target.title}`} />
      ) : (
        <Tree
          blockNode
          aria-label={`${target.title}树`}
          treeData={options.map(nodeOf)}
          expandedKeys={open}
          onExpand={(keys) => setExpanded(keys.map(String))}
          selectedKeys={[...chosen]}
          onSelect={(keys) => choose(keys[0] === undefined ? undefined : String(keys[0]))}
        />
      )}
    </>
  );
}
