import { SearchOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { loadPinyin } from '@back-office/web/platform/ui/matches.ts';
import { AntTheme } from '@back-office/web/shell/theme/ant-theme.tsx';
import { isExternalLink } from '@back-office/web/platform/routing/is-external-link.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import type { SearchEntry } from './search-entry.ts';
import { SearchResults } from './search-results.tsx';
import { recentResults } from './recent-results.ts';
import { runCommand } from './run-command.ts';
import { useSearch } from './use-search.ts';
import './command-palette.css';

interface Props {
  routes: readonly RouteRecord[];
  /** The text typed before the palette had loaded. */
  typed: string;
  onClose: () => void;
}

/** The palette, opened anywhere in the shell. */
export const CommandPalette = (props: Props) => (
  <AntTheme>
    <Palette {...props} />
  </AntTheme>
);

/** Opens every page and record by keyboard alone: a combobox with grouped options. */
function Palette({ routes, typed: begun, onClose }: Props) {
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(begun);
  const [at, setAt] = useState(0);
  const { groups, busy, failed } = useSearch(routes, typed);
  const entries = groups.flatMap((group) => (group.former === true ? [] : group.entries));
  const current = Math.min(at, entries.length - 1);

  useEffect(() => void loadPinyin(), []);
  // In a layout effect: antd reports the open palette only after the next key may have been pressed.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(begun.length, begun.length);
  }, [begun]);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const open = (entry: SearchEntry): void => {
    if ('types' in entry) {
      setAt(0);
      return setTyped(entry.types);
    }
    onClose();
    if ('run' in entry) {
      if (entry.name !== undefined) recentResults.add({ command: entry.name });
      return void runCommand(entry);
    }
    recentResults.add(entry);
    if (entry.target !== undefined) window.open(entry.path, entry.target, isExternalLink(entry.path) ? 'noopener,noreferrer' : '');
    else if (isExternalLink(entry.path)) location.assign(entry.path);
    else void navigate(entry.path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of the input method, which select characters.
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const entry = entries[current];
    if (step !== undefined && entries.length > 0) setAt((current + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && entry !== undefined) open(entry);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      open
      closable={false}
      footer={null}
      title={<span className="visually-hidden">查找</span>}
      styles={{ header: { position: 'absolute' } }}
      width={640}
      // If vertically centred, the dialog and its input would move with the number of results.
      centered={false}
      style={{ top: '12dvh' }}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && input.current?.focus()}
    >
      <div className="find-line">
        <SearchOutlined aria-hidden />
        <input
          ref={input}
          role="combobox"
          aria-label="查找菜单、用户、机构、地区、字典和通知"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(entries.length > 0 ? { 'aria-activedescendant': `${id}-${current}` } : {})}
          placeholder="查找菜单、记录或要做的事，支持拼音"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <SearchResults id={id} groups={groups} current={current} onPoint={setAt} onOpen={open} />
      <p className="find-state" role="status">
        {failed
          ? '记录没有查到，请稍后再试'
          : busy
            ? '正在查找…'
            : entries.length === 0
              ? '没有找到符合的内容'
              : `${entries.length} 个结果`}
      </p>
    </Modal>
  );
}
