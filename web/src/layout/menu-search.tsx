import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { loadPinyin } from '../fields/matches.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** Opens the first entry that was found. */
  onEnter: () => void;
}

/** Searches the menu by text, pinyin or initials. */
export function MenuSearch({ value, onChange, onEnter }: Props) {
  return (
    <div className="shell-search">
      <Input
        allowClear
        type="search"
        prefix={<SearchOutlined />}
        placeholder="搜索菜单，支持拼音"
        aria-label="搜索菜单"
        value={value}
        onFocus={() => void loadPinyin()}
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={(event) => {
          if (!event.nativeEvent.isComposing) onEnter();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('');
        }}
      />
    </div>
  );
}
