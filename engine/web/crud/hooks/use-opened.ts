import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useKeepAlive } from '../../platform/tabs/use-keep-alive.ts';
import type { Values } from '../fields/field-kit.ts';
import type { Editor } from './use-editor.ts';
import { useLeave } from './use-leave.ts';

/** The parameter of a list's address that names the record beside it. */
export const openedParameter = 'record';

/** What stands beside a list, or over a page: a stored record to read or to edit, or with the id `new` one to be, with values given before. */
export interface Shown {
  id: string;
  editing: boolean;
  preset?: Values;
}

/** What is done with it, and with what, such as 新增用户. */
export const titleOf = ({ title }: Resource, { id, editing }: Shown): string => (id === 'new' ? '新增' : editing ? '编辑' : '查看') + title;

type Watched = Pick<Editor, 'changed' | 'discard' | 'submit'>;

/** The record beside a list, and the ways there and back; each asks first where input would be lost. */
export interface Opened {
  shown: Shown | undefined;
  open: (id: string, editing?: boolean, preset?: Values) => void;
  /** Whether the form was begun where the record was being read. */
  begunInRecord: boolean;
  /** From reading to editing the same record. */
  edit: () => void;
  /** Leaves the form, back to where it was begun: to reading, or to the list alone. */
  leave: () => void;
  /** The same once all is saved. */
  saved: () => void;
  close: () => void;
  /** The record that was asked for last. A key that is held down comes again before that one is drawn. */
  headedFor: () => string | undefined;
  /** Does what leads away from the record. */
  guard: (go: () => void) => void;
  /** Told of the form under way, and of how the record that is read begins to be edited: undefined where it may not be. */
  watchForm: (form: Watched | undefined) => void;
  watchRecord: (edit: (() => void) | undefined) => void;
  /** What keys do: saves the form, begins to edit. */
  submit: () => void;
  beginEdit: () => void;
}

/** Keeps which record is open beside a list: in the address what is read, so that a link leads to it, and here what is typed. */
export function useOpened(resource: Resource): Opened {
  const { named, name } = useNamed(resource);
  const [form, setForm] = useState<Shown & { from: 'list' | 'record' }>();
  const shown = form ?? (named === undefined ? undefined : { id: named, editing: false });
  const now = useRef<{ form?: Watched | undefined; edit?: (() => void) | undefined }>({});
  const ask = useLeave();
  const asked = useRef<string[]>([]);
  useEffect(() => {
    // One of those before the last is drawn on the way to it.
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
    // What is still drawn is not what was asked for: nobody means to edit it.
    beginEdit: () => asked.current.length === 0 && now.current.edit?.(),
  };
}

/** The record that the address names, and how to name another. The address follows a moment later: what was closed is not given until then. */
function useNamed(resource: Resource): { named: string | undefined; name: (id: string | undefined) => void } {
  const [search, setSearch] = useSearchParams();
  const [closed, setClosed] = useState<string>();
  const named = resource.operations.includes('select') ? (search.get(openedParameter) ?? undefined) : undefined;
  if (closed !== undefined && closed !== named) setClosed(undefined);
  // What a save was begun with may be older than the address, and the address older than what was named last.
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
    // Going back closes what was opened; it does not walk through all that was looked at.
    at.setSearch(next, { replace: before !== undefined || id === before });
  };
  return { named: named === closed ? undefined : named, name };
}

/** Gives the focus back when the record goes: to where it was opened, or to the row of the one walked to. */
function useFocusBack(id: string | undefined): (opening: string) => void {
  const opener = useRef<{ element: Element | null; id: string }>(undefined);
  const last = useRef(id);
  const back = useEffectEvent((gone: string) => {
    const { element, id: first } = opener.current ?? { element: null, id: '' };
    opener.current = undefined;
    // Who pressed elsewhere is there already.
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
