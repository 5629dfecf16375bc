import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons-svg';
import { loadPinyin } from '../../platform/ui/matches.ts';
import { Glyph } from '../../platform/ui/glyph.tsx';
import './menu-search.css';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** Opens the first match. */
  onEnter: () => void;
}

/** Searches the menu by text, pinyin or initials. */
export const MenuSearch = ({ value, onChange, onEnter }: Props) => (
  <div className="shell-search">
    <Glyph of={SearchOutlined} />
    <input
      type="search"
      placeholder="搜索菜单，支持拼音"
      aria-label="搜索菜单"
      value={value}
      onFocus={() => void loadPinyin()}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape') onChange('');
        else if (key === 'Enter' && !nativeEvent.isComposing) onEnter();
      }}
    />
    {value !== '' && (
      // Keyboard users press Escape.
      <button type="button" tabIndex={-1} aria-label="清空搜索" title="清空搜索" onClick={() => onChange('')}>
        <Glyph of={CloseCircleFilled} />
      </button>
    )}
  </div>
);
