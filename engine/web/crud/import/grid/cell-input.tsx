import type { Field } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { SheetColumn } from '@back-office/contract/sheet-columns.ts';
import { useId, useLayoutEffect, useRef, useState, type ChangeEvent, type ElementType, type KeyboardEvent } from 'react';
import { isChosen, useCellChoices } from './cell-choices.ts';
import { ChoiceList } from './choice-list.tsx';
import type { Clipboard } from './use-clipboard.ts';
import './cell-input.css';

/** Where the active cell moves when editing ends. */
export type Leave = 'stay' | 'down' | 'up' | 'right' | 'left';

export interface CellInputProps {
  resource: Resource;
  column: SheetColumn;
  /** What a screen reader says of the cell: its column, row, value and issue. */
  label: string;
  text: string;
  /** When set, editing starts with the cell's current text. */
  autoEdit: boolean;
  /** Typing is disabled. */
  locked: boolean;
  onEdit: (editing: boolean) => void;
  commit: (text: string, leave: Leave) => void;
  onKey: (event: KeyboardEvent) => void;
  clipboard: Clipboard;
}

/**
 * The input of the active cell. It exists, invisible, before editing starts, so that the first key, or the first stroke of an
 * input method, goes straight into it and starts editing.
 */
export function CellInput({ resource, column, label, text, autoEdit, locked, onEdit, commit, onKey, clipboard }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string>();
  const editing = draft !== undefined;
  const begin = (first: string): void => {
    if (column.disabled || locked) return;
    setDraft(first);
    onEdit(true);
  };
  const end = (taken: string | undefined, leave: Leave): void => {
    setDraft(undefined);
    onEdit(false);
    if (taken !== undefined) commit(taken, leave);
  };
  // A layout effect runs before the next key event: a key typed right after Enter belongs to the next cell.
  useLayoutEffect(() => {
    const grid = input.current?.closest('[role=grid]');
    // Moves the focus between cells of the grid; never takes it from elsewhere.
    if (grid?.contains(document.activeElement) === true || document.activeElement === document.body)
      input.current?.focus({ preventScroll: true });
  }, []);
  // A layout effect: a later one could run after a key event, and would replace the typed character by the cell's text.
  useLayoutEffect(() => {
    if (autoEdit && !editing) begin(text);
  });
  // An open text of several lines is taller than its row.
  useLayoutEffect(() => {
    if (editing) input.current?.scrollIntoView({ block: 'nearest' });
  }, [editing]);
  const chosen = isChosen(resource, column.prop);
  return (
    <EditedInput
      {...{ resource, column, label, draft, chosen, end, onKey, input }}
      typed={(typed) => (editing ? setDraft(typed) : begin(typed))}
      begin={() => editing || begin('')}
      initial={text}
      clipboard={editing ? {} : clipboard}
    />
  );
}

interface EditedInputProps extends Pick<CellInputProps, 'resource' | 'column' | 'label' | 'onKey'> {
  input: React.RefObject<HTMLInputElement | null>;
  draft: string | undefined;
  /** The cell's text before it was edited. */
  initial: string;
  chosen: boolean;
  typed: (text: string) => void;
  begin: () => void;
  end: (taken: string | undefined, leave: Leave) => void;
  clipboard: Partial<Clipboard>;
}

function EditedInput({ resource, column, label, onKey, input, draft, initial, chosen, typed, begin, end, clipboard }: EditedInputProps) {
  const id = useId();
  // The highlighted choice. Undefined until text is typed or an arrow pressed; Enter then takes the text itself.
  const [marked, setMarked] = useState<number>();
  const Input = elements[fieldOf(resource, column.prop).kind] ?? 'input';
  const editing = draft !== undefined;
  const open = editing && chosen;
  // All choices are offered until the text changes.
  const { choices, loading } = useCellChoices(resource, column.prop, open && draft !== initial ? draft : '');
  const picked = open && marked !== undefined ? choices[marked] : undefined;
  const move = (by: number): void => setMarked(marked === undefined ? 0 : (marked + by + choices.length) % Math.max(1, choices.length));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.key === 'Process') return;
    if (!editing) return onKey(event);
    event.stopPropagation();
    // Within a text of several lines they move between these.
    const leave = event.key.startsWith('Arrow') && draft.includes('\n') ? undefined : leaveDirection(event);
    if (event.key === 'Escape') end(undefined, 'stay');
    else if (Input === 'textarea' && event.altKey && event.key === 'Enter' && input.current !== null) typed(breakLine(input.current));
    else if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) move(event.key === 'ArrowDown' ? 1 : -1);
    else if (leave !== undefined) end(picked ?? draft, leave);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        ref={input}
        className={editing ? 'import-input import-input-open' : 'import-input'}
        aria-label={label}
        {...(open && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': id,
          'aria-activedescendant': marked === undefined ? undefined : `${id}-${marked}`,
          'aria-autocomplete': 'list',
        })}
        autoComplete="off"
        spellCheck={false}
        value={draft ?? ''}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          setMarked(event.target.value.trim() === '' ? undefined : 0);
          typed(event.target.value);
        }}
        onCompositionStart={begin}
        onKeyDown={onKeyDown}
        onBlur={() => editing && end(draft, 'stay')}
        {...clipboard}
      />
      {open && (
        <ChoiceList
          {...{ id, choices, loading }}
          active={marked}
          label={`${column.label}的可选值`}
          anchor={input}
          choose={(choice) => end(choice, 'stay')}
        />
      )}
    </>
  );
}

/** An input would join the lines of a text. */
const elements: Readonly<Partial<Record<Field['kind'], ElementType>>> = { longText: 'textarea' };

/** Alt+Enter itself breaks the line in some browsers only. */
function breakLine(input: HTMLInputElement): string {
  input.setRangeText('\n', input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
  return input.value;
}

function leaveDirection({ key, shiftKey }: KeyboardEvent): Leave | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'left' : 'right';
  return key === 'ArrowDown' ? 'down' : key === 'ArrowUp' ? 'up' : undefined;
}
