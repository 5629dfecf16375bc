import type { Field } from './field.ts';
import type { Resource } from './resource.ts';

type ValueOf<F extends Field> = F extends { kind: 'number' }
  ? number
  : F extends { kind: 'references' | 'ids' }
    ? string[]
    : F extends { kind: 'flag' }
      ? '是' | '否'
      : F extends { kind: 'json' }
        ? unknown
        : string;

/** A record of any resource as it travels: a field without a value is null. */
export interface AnyRow {
  id: string;
  version: number;
  [name: string]: unknown;
}

/** A record of the given resource as it travels; secrets never do. */
export type RowOf<R extends Pick<Resource, 'fields'>> = { id: string; version: number } & {
  [N in keyof R['fields'] as R['fields'][N] extends { kind: 'secret' } ? never : N]: R['fields'][N] extends {
    required: true;
  }
    ? ValueOf<R['fields'][N]>
    : ValueOf<R['fields'][N]> | null;
};
