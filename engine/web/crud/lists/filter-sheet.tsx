import { useState } from 'react';
import { BottomSheet } from '../../platform/ui/bottom-sheet.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { FilterTags } from './filter-tags.tsx';
import type { Filtering } from './list-state.ts';
import { QuickFilters } from './quick-filters.tsx';

/** The filters of a list where there is no room for them above it: a sheet from the foot of the screen. */
export function FilterSheet({ onClose, ...filtering }: Filtering & { onClose: () => void }) {
  // Goes before it is taken away, so that the focus returns to where it was.
  const [open, setOpen] = useState(true);
  return (
    <BottomSheet
      open={open}
      rootClassName="filter-sheet"
      title="筛选"
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => void (shown || onClose())}
    >
      <div className="list-filters">
        <QuickFilters {...filtering} />
      </div>
      <FilterPanel {...filtering} />
      <FilterTags {...filtering} />
    </BottomSheet>
  );
}
