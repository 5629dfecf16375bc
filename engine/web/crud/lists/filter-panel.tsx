import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { Button, Select, type GetRef } from 'antd';
import { useRef, type KeyboardEvent } from 'react';
import { clearable } from '../fields/clearable.ts';
import type { Condition } from '../fields/field-kit.ts';
import { kitOf } from '../fields/kit-of.ts';
import { BoundIssue, useBounds } from '../../platform/ui/bound-issue.tsx';
import { matches, loadPinyin } from '../../platform/ui/matches.ts';
import { useKeepAlive } from '../../platform/tabs/use-keep-alive.ts';
import { filterable, type Filtering } from './list-state.ts';
import '../crud.css';

/** A filter being added: its field, and its conditions. */
export type HalfFilter = readonly [name?: string | undefined, conditions?: readonly Condition[]];

type Props = Filtering & { half: HalfFilter; onHalf: (half: HalfFilter) => void };

/** Adds a filter: the choice of a field that has none yet, and the input for its condition. */
export function FilterPanel({ resource, terms, onChange, half, onHalf }: Props) {
  // One that got a filter elsewhere, such as beside the panel or by the tree, waits until that is removed.
  const [name, conditions = []] = terms.some((term) => term.field === half[0]) ? [] : half;
  const first = useRef<GetRef<typeof Select>>(null);
  useKeepAlive(name !== undefined);
  const free = filterable(resource).filter((field) => field !== resource.label && !terms.some((term) => term.field === field));
  const field = name === undefined ? undefined : fieldOf(resource, name);
  const bounds = useBounds(field);
  const change = (next: HalfFilter): void => {
    bounds.clear();
    onHalf(next);
  };
  const Filter = field === undefined ? undefined : kitOf(field).Filter;
  return (
    <form
      className="crud-panel"
      aria-label="添加筛选"
      onKeyDown={toNextBound}
      // At the first key, not once the bound is left: 添加 would move away under the pointer.
      onInput={bounds.clear}
      onSubmit={(event) => {
        event.preventDefault();
        if (bounds.findUnread(event.currentTarget) || name === undefined || conditions.length === 0) return;
        if (onChange([...terms, ...conditions.map((condition) => ({ ...condition, field: name }))]) === false) return;
        change([]);
        // The focused input is about to be removed. Not on touch devices, where focusing would open the keyboard.
        if (!matchMedia('(pointer: coarse)').matches) first.current?.focus();
      }}
    >
      <Select
        ref={first}
        allowClear={clearable}
        aria-label="筛选字段"
        placeholder="选择字段"
        showSearch={{ filterOption: (query, option?: { label: string }) => matches(option?.label ?? '', query) }}
        options={free.map((value) => ({ value, label: fieldOf(resource, value).label }))}
        value={name ?? null}
        onFocus={() => void loadPinyin()}
        onChange={(next?: string) => change([next])}
      />
      {field !== undefined && Filter !== undefined && (
        <div className="crud-panel-value">
          <BoundIssue bounds={bounds}>
            <Filter key={name} resource={resource} field={field} conditions={conditions} onChange={(next) => change([name, next])} />
          </BoundIssue>
        </div>
      )}
      <Button type="primary" htmlType="submit" disabled={conditions.length === 0 && !bounds.anyUnread}>
        添加
      </Button>
    </form>
  );
}

/** Enter in one bound of a range moves to the other if that is empty; only with both filled does it add the filter. */
function toNextBound(event: KeyboardEvent<HTMLElement>): void {
  const bounds = [...event.currentTarget.querySelectorAll<HTMLInputElement>('.crud-panel-value input')];
  const at = bounds.findIndex((input) => input === event.target);
  const next = bounds.find((input, other) => other > at && input.value === '');
  if (event.key !== 'Enter' || at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
