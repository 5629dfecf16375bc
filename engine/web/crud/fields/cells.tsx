import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { Suspense, type ReactNode } from 'react';
import { type Failure, PartBoundary } from '../../platform/ui/part-boundary.tsx';
import type { FieldKit } from './field-kit.ts';
import { cellOf } from './cell-of.ts';

/** How fields are shown, typed in or searched by in another way than their kind, by resource and field: `sys/function.functionIcon`. */
export type Cells = Readonly<Record<string, Partial<FieldKit> | undefined>>;

/**
 * Replaces parts of the kits of a resource's fields, whose records and kinds the parts know.
 *
 * @example
 * export const cells = cellsOf(user, { userName: { Cell: ({ value, row }) => <b title={row.userAccount ?? ''}>{String(value)}</b> } });
 */
export const cellsOf = <R extends Resource>(
  resource: R,
  kits: { readonly [Name in keyof R['fields']]?: Partial<FieldKit<R['fields'][Name], DraftOf<R>>> },
): Cells => Object.fromEntries(Object.entries<Cells[string]>(kits).map(([name, kit]) => [`${resource.name}.${name}`, kit]));

let cells = new Map<string, Partial<FieldKit>>();

/** Says which fields are drawn in another way. Called once, before the first page that draws a field. */
export function openCells(given: Cells): void {
  cells = new Map(Object.entries(given).map(([key, kit = {}]) => [key, guarded(kit)]));
}

/** What a feature puts in the place of parts of a field's kit. */
export const partsInstead = (resource: Resource, name: string): Partial<FieldKit> | undefined => cells.get(`${resource.name}.${name}`);

/** What a field is shown with: its kind's cell, or what a feature puts in its place. */
export const cellWith = (resource: Resource, name: string): Pick<FieldKit, 'Cell'> => ({
  Cell: partsInstead(resource, name)?.Cell ?? cellOf(fieldOf(resource, name)),
});

const guarded = ({ Cell, Input, Filter }: Partial<FieldKit>): Partial<FieldKit> => ({
  ...(Cell === undefined ? {} : { Cell: guard(Cell) }),
  ...(Input === undefined ? {} : { Input: guard(Input) }),
  ...(Filter === undefined ? {} : { Filter: guard(Filter) }),
});

/** A part in an error boundary of its own. */
const guard = <Props extends object>(Part: (props: Props) => ReactNode) =>
  function GuardedPart(props: Props) {
    return (
      <PartBoundary what="内容" Failed={PartFailed}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    );
  };

/** In the place of a value. All of it is the button, since a narrow column cuts the end off. */
const PartFailed = ({ title, text, retry }: Failure) => (
  <span role="alert">
    <button type="button" className="link-button" title={text} onClick={retry}>
      {title}，重试
    </button>
  </span>
);
