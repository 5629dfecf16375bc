import { useState } from 'react';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { BottomSheet } from '../../platform/ui/bottom-sheet.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { FilterTags } from './filter-tags.tsx';
import type { Term } from './list-state.ts';
import { QuickFilters } from './quick-filters.tsx';

interface FilterSheetProps {
  resource: Resource;
  terms: readonly Term[];
  onChange: (terms: Term[]) => void;
  onClose: () => void;
}

/** The filters of a list where there is no room for them above it: a sheet from the foot of the screen. */
export function FilterSheet({ resource, terms, onChange, onClose }: FilterSheetProps) {
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
        <QuickFilters resource={resource} terms={terms} onChange={onChange} />
      </div>
      <FilterPanel resource={resource} terms={terms} onChange={onChange} />
      <FilterTags resource={resource} terms={terms} onChange={onChange} />
    </BottomSheet>
  );
}
