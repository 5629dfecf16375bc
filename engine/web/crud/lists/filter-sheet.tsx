import type { ComponentProps } from 'react';
import { useClosing } from '../../platform/ui/use-closing.ts';
import { BottomSheet } from '../../platform/menus/bottom-sheet.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { FilterTags } from './filter-tags.tsx';
import { QuickFilters } from './quick-filters.tsx';

/** The filters of a list on a narrow screen: a sheet from the bottom. */
export function FilterSheet({ onClose, ...filtering }: ComponentProps<typeof FilterPanel> & { onClose: () => void }) {
  const { hide, closing } = useClosing(onClose);
  return (
    <BottomSheet {...closing} rootClassName="filter-sheet" title="筛选" onClose={hide}>
      <div className="list-filters">
        <QuickFilters {...filtering} />
      </div>
      <FilterPanel {...filtering} />
      <FilterTags {...filtering} />
    </BottomSheet>
  );
}
