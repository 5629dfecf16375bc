import { moreFound } from '@back-office/contract/list-texts.ts';
import { PaletteIcon } from './palette-icon.tsx';
import type { EntryGroup, SearchEntry } from './search-entry.ts';

interface Props {
  /** Prefix of the ids: of the list, and of each option by its index. */
  id: string;
  groups: readonly EntryGroup[];
  current: number;
  onPoint: (at: number) => void;
  onOpen: (entry: SearchEntry) => void;
}

/** The options under their headings; the focus stays in the input, which refers to the active one. */
export function SearchResults({ id, groups, current, onPoint, onOpen }: Props) {
  const begins = groups.map((_, place) => groups.slice(0, place).reduce((sum, { entries }) => sum + entries.length, 0));
  return (
    <div className="find-list" id={`${id}-list`} role="listbox" aria-label="查找结果" tabIndex={-1}>
      {groups.map(({ title, entries, more, former = false }, place) => (
        <div key={title} role="group" aria-labelledby={`${id}-group-${place}`}>
          <div className="find-title" role="presentation">
            <span id={`${id}-group-${place}`}>{title}</span>
            {more && <span>，{moreFound}</span>}
          </div>
          {entries.map((entry, index) => {
            const at = (begins[place] ?? 0) + index;
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- its keys are the combobox's
              <div
                key={`${entry.label} ${index}`}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === current}
                aria-disabled={former}
                className="find-entry"
                onPointerMove={() => former || onPoint(at)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => former || onOpen(entry)}
              >
                <PaletteIcon name={entry.icon} />
                <span className="find-label">{entry.label}</span>
                {entry.detail !== '' && <span className="find-detail">{entry.detail}</span>}
                {entry.keys !== undefined && <kbd>{entry.keys}</kbd>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
