import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { Suspense, type ReactNode } from 'react';
import { type Failure, PartBoundary } from '../../platform/states/part-boundary.tsx';
import type { FieldKit } from './field-kit.ts';
import { cellOf } from './cell-of.ts';

/** Overrides of how single fields are shown, edited or filtered, by resource and field: `sys/function.functionIcon`. */
export type Cells = Readonly<Record<string, Partial<FieldKit> | undefined>>;

/**
 * Replaces parts of the kits of a resource's fields; the parts are typed by the resource's records and by each field's kind.
 *
 * @example
 * export const cells = cellsOf(user, { userName: { Cell: ({ value, row }) => <b title={row.userAccount ?? ''}>{String(value)}</b> } });
 */
export const cellsOf = <R extends Resource>(
  resource: R,
  kits: { readonly [Name in keyof R['fields']]?: Partial<FieldKit<R['fields'][Name], DraftOf<R>>> },
): Cells => Object.fromEntries(Object.entries<Cells[string]>(kits).map(([name, kit]) => [`${resource.name}.${name}`, kit]));

let cells = new Map<string, Partial<FieldKit>>();

/** Registers the overrides. Called once, before the first page that renders a field. */
export function openCells(given: Cells): void {
  cells = new Map(Object.entries(given).map(([key, kit = {}]) => [key, guarded(kit)]));
}

/** The parts of a field's kit that a feature overrides. */
export const overridesOf = (resource: Resource, name: string): Partial<FieldKit> | undefined => cells.get(`${resource.name}.${name}`);

/** The cell of a field: its kind's, or a feature's override. */
export const resolveCell = (resource: Resource, name: string): Pick<FieldKit, 'Cell'> => ({
  Cell: overridesOf(resource, name)?.Cell ?? cellOf(fieldOf(resource, name)),
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

/** Shown instead of a value that failed to render. The whole text is the button, since a narrow column cuts the end off. */
const PartFailed = ({ title, text, retry }: Failure) => (
  <span role="alert">
    <button type="button" className="link-button" title={text} onClick={retry}>
      {title}，重试
    </button>
  </span>
);
