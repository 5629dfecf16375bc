import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { memo } from 'react';
import { permissionWord } from '@back-office/web/platform/session/permission-words.ts';
import { slotsOf, type GrantNode, type Slot } from './grant-tree.ts';
import { GrantCheckbox } from './grant-checkbox.tsx';

interface GrantRowProps {
  node: GrantNode;
  depth: number;
  /** Whether all, some or none of the branch, or of the page, is granted. */
  state: 'all' | 'some' | 'none';
  /** The permissions granted on this function itself. */
  granted: ReadonlySet<string> | undefined;
  /** The permissions of the compared role; null without a comparison. */
  compared: ReadonlySet<string> | undefined | null;
  /** Undefined for a function without children. */
  open: boolean | undefined;
  /** The permissions with a column. */
  columns: readonly string[];
  lockOf: (slot: Slot) => string | undefined;
  toggle: (slots: readonly Slot[]) => void;
  fold: (id: string) => void;
}

/** A function with its permissions. Memoised: rendered again only when something about it has changed. */
export const GrantRow = memo(function GrantRow({
  node,
  depth,
  state,
  granted,
  compared,
  open,
  columns,
  lockOf,
  toggle,
  fold,
}: GrantRowProps) {
  const slots = slotsOf([node]);
  const locks = slots.map(lockOf);
  const others = node.words.filter((word) => !columns.includes(word) && word !== '');
  const tick = (word: string, column: number) => {
    const slot = { node, word };
    const words = permissionWord(word);
    const theirs = compared === null ? undefined : compared?.has(word) === true;
    return (
      <GrantCheckbox
        key={word}
        name={`${node.name} ${words}`}
        theirs={theirs}
        state={granted?.has(word) === true ? 'all' : 'none'}
        column={column}
        locked={lockOf(slot)}
        onToggle={() => toggle([slot])}
      >
        <span className="grant-word">{words}</span>
      </GrantCheckbox>
    );
  };
  return (
    <div
      role="row"
      className="grant-row"
      style={{ '--depth': depth }}
      aria-level={depth + 1}
      {...(open === undefined ? {} : { 'aria-expanded': open })}
    >
      <div role="rowheader" className="grant-name">
        {open === undefined ? (
          <span className="grant-fold" />
        ) : (
          <button type="button" className="grant-fold" aria-label={`${open ? '收起' : '展开'}${node.name}`} onClick={() => fold(node.id)}>
            {open ? <CaretDownOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
          </button>
        )}
        <GrantCheckbox
          name={node.name}
          state={state}
          column={0}
          locked={locks.every((lock) => lock !== undefined) ? locks[0] : undefined}
          onToggle={() => toggle(slots)}
        >
          <span className="grant-title">{node.name}</span>
          {node.off && <Tag>停用</Tag>}
        </GrantCheckbox>
      </div>
      {columns.map((word, at) => (
        <div role="gridcell" key={word} className={node.words.includes(word) ? 'grant-cell' : 'grant-cell grant-none'}>
          {node.words.includes(word) && tick(word, at + 1)}
        </div>
      ))}
      <div role="gridcell" className={others.length > 0 ? 'grant-cell grant-others' : 'grant-cell grant-none'}>
        {others.map((word, at) => tick(word, columns.length + 1 + at))}
      </div>
    </div>
  );
});
