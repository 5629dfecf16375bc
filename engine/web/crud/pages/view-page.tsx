import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { DraftOf, SavedOf } from '@back-office/contract/resource/row.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { Skeleton } from '../../platform/states/skeleton.tsx';
import type { Action } from '../action.ts';
import { asDeclared } from '../as-declared.ts';
import type { ViewProps } from './view.tsx';

// People open lists first: the code for a single record is loaded after them.
const View = lazyPart(async () => (await import('./view.tsx')).View);

/** The same, typed by the page's resource and its records. */
interface ViewPageProps<R extends Resource> extends ViewProps {
  resource: R;
  actions?: readonly Action<DraftOf<R>>[];
  editable?(this: void, row: DraftOf<R>): boolean;
  onSaved?(this: void, record: SavedOf<R>): void;
}

/**
 * A record's page: to read, or with ?edit=1 to edit.
 * @example
 * export const OrgViewPage = ({ id }: { id: string }) => <ViewPage resource={org} id={id} editable={({ orgStatus }) => orgStatus !== '停用'} />;
 */
export const ViewPage = <R extends Resource>(props: ViewPageProps<R>) => (
  <Suspense
    fallback={
      <div className="crud-card">
        <Skeleton rows={9} />
      </div>
    }
  >
    <View {...props} resource={asDeclared(props.resource)} />
  </Suspense>
);
