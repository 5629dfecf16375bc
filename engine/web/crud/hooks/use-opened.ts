import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useKeepAlive } from '../../platform/tabs/use-keep-alive.ts';
import type { Values } from '../fields/field-kit.ts';
import type { Editor } from './use-editor.ts';
import { useLeave } from './use-leave.ts';

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

type Watched = Pick<Editor, 'changed' | 'discard' | 'submit'>;

/** The record beside a list, and the functions to open and close it; each asks first if input would be lost. */
export interface Opened {
  shown: Shown | undefined;
  open: (id: string, editing?: boolean, preset?: Values) => void;
  /** Whether the form was opened from reading the record. */
  begunInRecord: boolean;
  /** Switches from reading to editing the same record. */
  edit: () => void;
  /** Leaves the form, back to where it was opened from: to reading, or to the list alone. */
  leave: () => void;
  /** The same, after a save. */
  saved: () => void;
  close: () => void;
  /** The record that was requested last. A key held down repeats before that record is rendered. */
  headedFor: () => string | undefined;
  /** Runs `go`, which leaves the record, after asking if input would be lost. */
  guard: (go: () => void) => void;
  /** Registers the open form, and how to start editing the record shown: undefined if it may not be edited. */
  watchForm: (form: Watched | undefined) => void;
  watchRecord: (edit: (() => void) | undefined) => void;
  /** For shortcuts: save the form, start editing. */
  submit: () => void;
  beginEdit: () => void;
}

/** Keeps which record is open beside a list: a record being read in the address, so that it can be linked, and a form in state. */
export function useOpened(resource: Resource): Opened {
  const { named, name } = useNamed(resource);
  const [form, setForm] = useState<Shown & { from: 'list' | 'record' }>();
  const shown = form ?? (named === undefined ? undefined : { id: named, editing: false });
  const now = useRef<{ form?: Watched | undefined; edit?: (() => void) | undefined }>({});
  const ask = useLeave();
  const asked = useRef<string[]>([]);
  useEffect(() => {
    // An earlier request that is rendered is only a step towards the last one, so those are kept.
    if ([-1, asked.current.length - 1].includes(asked.current.indexOf(named ?? ''))) asked.current = [];
  }, [named]);
  const returns = useFocusBack(shown?.id);
  useKeepAlive(shown !== undefined);
  const guard = (go: () => void): void =>
    ask(form !== undefined && now.current.form?.changed() === true, () => {
      if (form !== undefined) now.current.form?.discard();
      go();
    });
  const close = (): void => {
    asked.current = [];
    setForm(undefined);
    name(undefined);
  };
  const end = (): void => (form?.from === 'record' ? setForm(undefined) : close());
  return {
    shown,
    begunInRecord: form?.from === 'record',
    guard,
    open: (id, editing = false, preset) =>
      guard(() => {
        returns(id);
        asked.current = id === named || id === 'new' ? [] : [...asked.current, id];
        setForm(editing ? { id, editing, from: 'list', ...(preset === undefined ? {} : { preset }) } : undefined);
        name(id === 'new' ? undefined : id);
      }),
    edit: () => shown !== undefined && setForm({ id: shown.id, editing: true, from: 'record' }),
    leave: () => guard(end),
    saved: end,
    close: () => guard(close),
    headedFor: () => asked.current.at(-1) ?? shown?.id,
    watchForm: useCallback((watched) => void (now.current.form = watched), []),
    watchRecord: useCallback((edit) => void (now.current.edit = edit), []),
    submit: () => now.current.form?.submit(),
    // While another record is requested, the one still on screen is not meant.
    beginEdit: () => asked.current.length === 0 && now.current.edit?.(),
  };
}

/** The record that the address names, and how to name another. The address changes a moment later; until then a closed record is hidden. */
function useNamed(resource: Resource): { named: string | undefined; name: (id: string | undefined) => void } {
  const [search, setSearch] = useSearchParams();
  const [closed, setClosed] = useState<string>();
  const named = resource.operations.includes('select') ? (search.get(openedParameter) ?? undefined) : undefined;
  if (closed !== undefined && closed !== named) setClosed(undefined);
  // In a ref: a save may call a closure older than the address, and the address may lag behind the last `name`.
  const address = useRef({ named, setSearch });
  useEffect(() => void (address.current.named = named), [named]);
  useEffect(() => void (address.current.setSearch = setSearch));
  const name = (id: string | undefined): void => {
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
  return { named: named === closed ? undefined : named, name };
}

/** Returns the focus when the record closes: to the element that opened it, or to the row of the record reached by stepping. */
function useFocusBack(id: string | undefined): (opening: string) => void {
  const opener = useRef<{ element: Element | null; id: string }>(undefined);
  const last = useRef(id);
  const back = useEffectEvent((gone: string) => {
    const { element, id: first } = opener.current ?? { element: null, id: '' };
    opener.current = undefined;
    // The focus is already where the person clicked.
    if (document.activeElement !== document.body && !within(document.activeElement)) return;
    const link = document.querySelector(`[data-record="${CSS.escape(gone)}"]`);
    const target = first === gone && element?.isConnected === true ? element : (link ?? element);
    if (target instanceof HTMLElement) target.focus();
  });
  useEffect(() => {
    if (last.current !== undefined && id === undefined) back(last.current);
    last.current = id;
  }, [id]);
  return (opening) => {
    if (id === undefined) opener.current = { element: document.activeElement, id: opening };
  };
}

const within = (element: Element | null): boolean => (element?.closest('.record-beside') ?? null) !== null;
