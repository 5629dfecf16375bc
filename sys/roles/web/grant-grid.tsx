import { standardPermissions } from '@back-office/contract/resource/permission.ts';
import { useMemo, useRef } from 'react';
import { permissionWord } from '@back-office/web/platform/session/permission-words.ts';
import { GrantRow } from './grant-row.tsx';
import { type GrantNode, type Grants, type Slot, slotsOf, stateOf } from './grant-tree.ts';
import { GrantCheckbox } from './grant-checkbox.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import { useMarkedColumn } from './use-marked-column.ts';
import './grants.css';
import './grant-compare.css';

interface GrantGridProps {
  nodes: readonly GrantNode[];
  grants: Grants;
  /** The grants of the compared role. */
  compared?: Grants | undefined;
  folded: ReadonlySet<string>;
  lockOf: (slot: Slot) => string | undefined;
  toggle: (slots: readonly Slot[]) => void;
  fold: (id: string) => void;
}

/** The functions as a tree, with a checkbox for each permission; in the header, one for each column. */
export function GrantGrid({ nodes, grants, compared, folded, lockOf, toggle, fold }: GrantGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  useGridKeys(grid);
  useMarkedColumn(grid);
  const slots = useMemo(() => slotsOf(nodes), [nodes]);
  const columns = useMemo(() => standardPermissions.filter((known) => slots.some(({ word }) => word === known)), [slots]);
  const custom = slots.some(({ word }) => word !== '' && !columns.some((known) => known === word));
  return (
    <div ref={grid} role="treegrid" aria-label="功能权限" className="grant-grid" style={{ '--columns': columns.length }}>
      <div role="row" className="grant-row grant-head">
        <div role="columnheader" className="grant-name">
          <HeadTick name="全部功能" words="全部" slots={slots} column={0} {...{ grants, lockOf, toggle }} />
        </div>
        {columns.map((word, at) => (
          <div role="columnheader" key={word} className="grant-cell">
            <HeadTick
              name={`全部${permissionWord(word)}`}
              words={permissionWord(word)}
              slots={slots.filter((slot) => slot.word === word)}
              column={at + 1}
              {...{ grants, lockOf, toggle }}
            />
          </div>
        ))}
        <div role="columnheader" className="grant-cell grant-others">
          {custom ? '其他' : ''}
        </div>
      </div>
      <div aria-hidden className="grant-mark" />
      {rowsOf(nodes, folded).map(({ node, depth }) => (
        <GrantRow
          key={node.id}
          node={node}
          depth={depth}
          state={stateOf(grants, slotsOf([node]))}
          granted={grants.get(node.id)}
          compared={compared === undefined ? null : compared.get(node.id)}
          open={node.children.length === 0 ? undefined : !folded.has(node.id)}
          columns={columns}
          lockOf={lockOf}
          toggle={toggle}
          fold={fold}
        />
      ))}
    </div>
  );
}

interface HeadTickProps extends Pick<GrantGridProps, 'grants' | 'lockOf' | 'toggle'> {
  name: string;
  words: string;
  slots: readonly Slot[];
  column: number;
}

function HeadTick({ name, words, slots, column, grants, lockOf, toggle }: HeadTickProps) {
  const locks = slots.map(lockOf);
  const locked = locks.every((lock) => lock !== undefined) ? locks[0] : undefined;
  return (
    <GrantCheckbox name={name} state={stateOf(grants, slots)} column={column} locked={locked} onToggle={() => toggle(slots)}>
      <span>{words}</span>
    </GrantCheckbox>
  );
}

/** The visible rows, with their depth. */
function rowsOf(nodes: readonly GrantNode[], folded: ReadonlySet<string>, depth = 0): { node: GrantNode; depth: number }[] {
  return nodes.flatMap((node) => [{ node, depth }, ...(folded.has(node.id) ? [] : rowsOf(node.children, folded, depth + 1))]);
}
