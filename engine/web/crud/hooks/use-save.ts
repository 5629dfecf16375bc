import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow, WrittenOf } from '@back-office/contract/resource/row.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import type { Values } from '../fields/field-kit.ts';
import { request } from '../../platform/request/request.ts';
import { useRepeatable } from '../../platform/request/use-repeatable.ts';
import { outcomeOf, type SaveOutcome } from '../save-outcome.ts';
import { CompanionContext } from './companion.ts';

/** The values that a save sends: for a stored record its id, its version and the changed values. */
type Sent<R extends Resource> = Readonly<Partial<WrittenOf<R>>> & { readonly id?: string; readonly version?: number };

interface Save<R extends Resource> {
  saving: boolean;
  /** Whether a companion has changes to save with the record. */
  accompanied: boolean;
  /** Saves and returns the outcome; never rejects. Without values only the companion is saved, and `against` is unchanged. */
  save: (values: Sent<R> | undefined, against?: Values) => Promise<SaveOutcome>;
}

/**
 * Saves a record as the form does. Until an answer arrives, saving the same values again sends the same Idempotency-Key, so that a
 * double click or a lost answer creates one row; after any answer the next attempt gets a new key.
 * @example
 * export function Prolong({ row: { id, version }, until }: { row: RowOf<typeof agreement>; until: string }) {
 *   const { save, saving } = useSave(agreement);
 *   const prolong = async () => {
 *     const outcome = await save({ id, version, endDate: until });
 *     if (outcome.kind === 'saved') (await feedback.ready()).message.success('已续期');
 *   };
 *   return <button disabled={saving} onClick={() => void prolong()}>{`续期到 ${until}`}</button>;
 * }
 */
export function useSave<R extends Resource>(resource: R): Save<R> {
  const queries = useQueryClient();
  const companion = useContext(CompanionContext);
  const accompanied = companion?.changed === true;
  const repeatable = useRepeatable();
  // gcTime: an answer may hold a one-time password, which no cache should keep.
  const { mutateAsync, isPending } = useMutation({
    gcTime: 0,
    mutationFn: async ({ values, ...attempt }: { values: Values | undefined; json: string; headers: Record<string, string> }) => {
      const record =
        companion !== undefined && accompanied
          ? await companion.send(values)
          : await request<AnyRow>(`/api/${resource.name}/save`, { method: 'POST', ...attempt, quiet: true });
      // Awaited, so that the next view does not show the old record.
      await queries.invalidateQueries({ queryKey: [resource.name] });
      return record;
    },
  });
  const save = async (values: Values | undefined, against: Values = {}): Promise<SaveOutcome> => {
    if (accompanied && !(await companion.confirm())) return { kind: 'failed', message: undefined };
    try {
      const record = (await repeatable(values ?? {}, (attempt) => mutateAsync({ values, ...attempt }))) ?? (against as AnyRow);
      return { kind: 'saved', record };
    } catch (error) {
      const outcome = outcomeOf(resource, error);
      // The list shows the same stale version of the record.
      if (outcome.kind === 'version') void queries.invalidateQueries({ queryKey: [resource.name] });
      return outcome;
    }
  };
  return { saving: isPending, accompanied, save };
}
