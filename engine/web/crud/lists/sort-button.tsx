import { SortAscendingOutlined } from '@ant-design/icons';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { DropdownButton } from './dropdown-button.tsx';
import type { List } from './use-list.ts';

/** 排序 for a list without headers: choosing a field sorts by it, then the other way round, then not at all. */
export function SortButton({ list: { resource, state, change } }: { list: List }) {
  const actions = resource.list
    .filter((name) => resource.search.includes(name))
    .map((name) => {
      const [up, down] = [`${name}:asc`, `${name}:desc`];
      const way = state.sort === up ? '（升序）' : state.sort === down ? '（降序）' : '';
      const next = state.sort === up ? down : state.sort === down ? undefined : up;
      return { key: name, label: `${fieldOf(resource, name).label}${way}`, onClick: () => void change({ sort: next }) };
    });
  return (
    <DropdownButton icon={<SortAscendingOutlined aria-hidden />} actions={actions}>
      排序
    </DropdownButton>
  );
}
