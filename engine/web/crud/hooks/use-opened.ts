import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFocusBack } from '../../platform/keyboard/use-focus-back.ts';
import { useWrittenQuery } from '../../platform/routing/use-written-query.ts';
import { useKeepAlive } from '../../platform/tabs/use-keep-alive.ts';
import { useStepAway } from '../../platform/tabs/use-step-away.ts';
import type { Values } from '../fields/field-kit.ts';
import type { Editor } from './use-editor.ts';
import { useLeave } from '../../platform/feedback/use-leave.ts';

/** The query parameter of a list's address that names the record beside it. */
export const openedParameter = 'record';

/** The record shown beside a list, or over a page: a stored one to read or edit, or with the id `new` a new one with preset values. */
export interface Shown {
  id: string;
  editing: boolean;
  preset?: Values;
}

/** The title of the open record, such as 新增用户. */
export const titleOf = ({ title }: Resource, { id, editing }: Shown): string => (id === 'new' ? '新增' : editing ? '编辑' : '查看') + title;

type FormHandle = Pick<Editor, 'changed' | 'discard' | 'submit' | 'saving'>;

/** The record beside a list, and the functions to open and close it; each asks first if input would be lost. */
export interface Opened {
  shown: Shown | undefined;
  open: (id: string, editing?: boolean, preset?: Values) => void;
  /** Whether the form was opened from reading the record. */
  openedFromReading: boolean;
  /** Switches from reading to editing the same record. */
  edit: () => void;
  /** Leaves the form, back to where it was opened from: to reading, or to the list alone. */
  leave: () => void;
  /** The same, after a save. */
  saved: () => void;
  close: () => void;
  /** The record that was requested last. A key held down repeats before that record is rendered. */
  lastRequestedId: () => string | undefined;
  /** Runs `go`, which leaves the record, after asking if input would be lost. */
  guard: (go: () => void) => void;
  /** Registers the open form, and how to start editing the record shown: undefined if it may not be edited. */
  watchForm: (form: FormHandle | undefined) => void;
  watchRecord: (edit: (() => void) | undefined) => void;
  /** For shortcuts: save the form, start editing. */
  submit: () => void;
  beginEdit: () => void;
}

/** Keeps which record is open beside a list: a record being read in the address, so that it can be linked, and a form in state. */
export function useOpened(resource: Resource): Opened {
  const { openedId, setOpenedId } = useOpenedId(resource);
  const [form, setForm] = useState<Shown & { from: 'list' | 'record' }>();
  const shown = form ?? (openedId === undefined ? undefined : { id: openedId, editing: false });
  const now = useRef<{ form?: FormHandle | undefined; edit?: (() => void) | undefined }>({});
  const confirmLeave = useLeave();
  const requestedIds = useRef<string[]>([]);
  useEffect(() => {
    // An earlier request that is rendered is only a step towards the last one, so those are kept.
    if ([-1, requestedIds.current.length - 1].includes(requestedIds.current.indexOf(openedId ?? ''))) requestedIds.current = [];
  }, [openedId]);
  const rememberOpener = useFocusBack(shown?.id);
  useKeepAlive(shown !== undefined);
  const guard = (go: () => void, stay?: () => void): void => {
    const leave = (): void => {
      if (form !== undefined) now.current.form?.discard();
      go();
    };
    confirmLeave(form !== undefined && now.current.form?.changed() === true, leave, stay);
  };
  // The end of a save leaves the form by itself.
  useStepAway(openedParameter, form?.id, (undo) => (now.current.form?.saving === true ? undo() : guard(() => setForm(undefined), undo)));
  const close = (): void => {
    requestedIds.current = [];
    setForm(undefined);
    setOpenedId(undefined);
  };
  const end = (): void => (form?.from === 'record' ? setForm(undefined) : close());
  return {
    shown,
    openedFromReading: form?.from === 'record',
    guard,
    open: (id, editing = false, preset) =>
      guard(() => {
        rememberOpener(id);
        requestedIds.current = id === openedId || id === 'new' ? [] : [...requestedIds.current, id];
        setForm(editing ? { id, editing, from: 'list', ...(preset === undefined ? {} : { preset }) } : undefined);
        setOpenedId(id === 'new' ? undefined : id);
      }),
    edit: () => shown !== undefined && setForm({ id: shown.id, editing: true, from: 'record' }),
    leave: () => guard(end),
    saved: end,
    close: () => guard(close),
    lastRequestedId: () => requestedIds.current.at(-1) ?? shown?.id,
    watchForm: useCallback((watched) => void (now.current.form = watched), []),
    watchRecord: useCallback((edit) => void (now.current.edit = edit), []),
    submit: () => now.current.form?.submit(),
    // While another record is requested, the one still on screen is not meant.
    beginEdit: () => requestedIds.current.length === 0 && now.current.edit?.(),
  };
}

/** The record that the address names, and how to name another. The address changes a moment later; until then a closed record is hidden. */
function useOpenedId(resource: Resource): { openedId: string | undefined; setOpenedId: (id: string | undefined) => void } {
  const [search, setSearch] = useWrittenQuery();
  const [closed, setClosed] = useState<string>();
  const named = resource.operations.includes('select') ? (search.get(openedParameter) ?? undefined) : undefined;
  if (closed !== undefined && closed !== named) setClosed(undefined);
  // In a ref: a save may call a closure older than the address, and the address may lag behind the last `setOpenedId`.
  const address = useRef({ named, setSearch });
  useEffect(() => void (address.current.named = named), [named]);
  useEffect(() => void (address.current.setSearch = setSearch));
  const setOpenedId = (id: string | undefined): void => {
    const { current: at } = address;
    const before = at.named;
    setClosed(id === undefined ? before : undefined);
    if (id === before && id === named) return;
    at.named = id;
    const next = (said: URLSearchParams): URLSearchParams => {
      const query = new URLSearchParams(said);
      if (id === undefined) query.delete(openedParameter);
      else query.set(openedParameter, id);
      return query;
    };
    // Back closes the record instead of stepping through all the records that were viewed.
    at.setSearch(next, { replace: before !== undefined || id === before });
  };
  return { openedId: named === closed ? undefined : named, setOpenedId };
}
