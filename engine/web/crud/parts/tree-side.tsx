import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import type { Option } from '@back-office/contract/calls/options.ts';
import { moreFound } from '@back-office/contract/list-texts.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { Button, Empty, Input, Skeleton, Tree, type TreeDataNode } from 'antd';
import { useState } from 'react';
import { theOffice } from '../../platform/office/open-office.ts';
import { matchesWithAncestors } from '../fields/matches-with-ancestors.ts';
import { useFound } from '../fields/use-found.ts';
import { useOptions } from '../fields/use-options.ts';
import type { List } from '../lists/use-list.ts';
import './tree-side.css';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { useSize } from '../../platform/ui/use-size.ts';

interface TreeSideProps {
  list: List;
  /** The reference whose tree it is. */
  name: string;
  folded: boolean;
  fold: (away: boolean) => void;
}

/** The tree at the left of a list (`browse.tree`): a chosen node filters the list to records of that node or its descendants. */
export function TreeSide({ list, name, folded, fold }: TreeSideProps) {
  const { resource, state, change } = list;
  const field = fieldOf(resource, name);
  const chosen = state.terms.filter((term) => term.field === name && term.op === 'under').map(({ value }) => value);
  const choose = (id: string | undefined): void =>
    void change({
      terms: [
        ...state.terms.filter((term) => term.field !== name),
        ...(id === undefined ? [] : [{ op: 'under' as const, field: name, value: id }]),
      ],
    });
  if (folded) {
    return <IconButton className="tree-side-folded" icon={MenuUnfoldOutlined} label={`展开${field.label}树`} onClick={() => fold(false)} />;
  }
  return (
    <aside className="tree-side" aria-label={`按${field.label}筛选`}>
      <header>
        <strong>{field.label}</strong>
        <Button type="text" size="small" disabled={chosen.length === 0} onClick={() => choose(undefined)}>
          全部
        </Button>
        <IconButton type="text" size="small" icon={MenuFoldOutlined} label={`收起${field.label}树`} onClick={() => fold(true)} />
      </header>
      {field.kind === 'reference' && <Nodes target={theOffice().resourceOf(field.to)} chosen={chosen} choose={choose} />}
    </aside>
  );
}

/** The nodes, loaded level by level; a search shows the matches in place, with their ancestors expanded. */
function Nodes({ target, chosen, choose }: { target: Resource; chosen: readonly string[]; choose: (id: string | undefined) => void }) {
  const [typed, setTyped] = useState('');
  const [expanded, setExpanded] = useState<string[]>();
  const [place, { height }] = useSize<HTMLDivElement>();
  const searching = typed.trim() !== '';
  const found = useFound(target, typed, searching);
  // One call, as for a select: in a larger tree, nodes whose parent was not returned are shown at the top.
  const all = useFound(target, '', searching);
  const roots = useOptions(target, [null]).levels.get(null);
  // A single root is opened at once.
  const open = expanded ?? (roots?.length === 1 ? roots.map(({ id }) => id) : []);
  const { levels: read, error } = useOptions(target, [null, ...open]);
  const loading = searching ? found.loading || all.loading : roots === undefined;
  const levels = searching ? matchesWithAncestors(found.options, all.options) : read;
  const foundIds = new Set(found.options.map(({ id }) => id));
  const nodeOf = ({ id, label, parentLabel, hasChildren }: Option): TreeDataNode => {
    const beneath = levels.get(id);
    // Outside the tree a name alone is ambiguous: there are many 财务部.
    const title =
      searching && parentLabel !== null && levels.get(null)?.some((top) => top.id === id) ? `${label}（${parentLabel}）` : label;
    const above = searching && !foundIds.has(id);
    const self = { key: id, title: above ? <span className="tree-above">{title}</span> : title };
    if (searching ? beneath === undefined : !hasChildren) return { ...self, isLeaf: true };
    return { ...self, isLeaf: false, ...(beneath === undefined ? {} : { children: beneath.map(nodeOf) }) };
  };
  const options = levels.get(null) ?? [];
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
      <div ref={place} className="tree-side-nodes">
        {error === null && (height === 0 || (loading && (searching || options.length === 0))) ? (
          <Skeleton active title={false} paragraph={{ rows: 5 }} />
        ) : options.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={error?.message ?? `没有找到${target.title}`} />
        ) : (
          <Tree
            blockNode
            aria-label={`${target.title}树`}
            // Virtualised once the height is known: a level may have thousands of nodes.
            height={height}
            treeData={options.map(nodeOf)}
            expandedKeys={searching ? [...levels.keys()].filter((id) => id !== null) : open}
            onExpand={(keys) => !searching && setExpanded(keys.map(String))}
            selectedKeys={[...chosen]}
            onSelect={(keys) => choose(keys[0] === undefined ? undefined : String(keys[0]))}
          />
        )}
      </div>
      {searching && found.more && <p className="tree-side-more">{moreFound}</p>}
    </>
  );
}
