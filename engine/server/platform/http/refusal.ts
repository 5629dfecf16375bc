import { type Conflict, codes, type Envelope, type Outcome, type Refusal as Issues } from '@back-office/contract/envelope.ts';
import { recordIn } from '@back-office/contract/record-in.ts';

/** Default seconds of Retry-After by outcome. */
const waits: Partial<Record<Outcome, number>> = { unavailable: 5, tooMany: 60 };

/**
 * An answer other than success, thrown from anywhere below a route: the error handler sends it as an envelope
 * (docs/wire.md "Envelope and codes"). Its message is Chinese, for the user.
 * @example
 * if (new Date().getHours() < 8) throw new Refusal('conflict', { message: '八点以后才能提交' });
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly outcome: Outcome;
  readonly data: unknown;
  /** Seconds for the Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(outcome: Outcome, options: { message?: string; data?: unknown; retryAfter?: number } = {}) {
    super(options.message ?? codes[outcome].message);
    this.outcome = outcome;
    this.data = options.data ?? (outcome === 'refused' ? ({ fields: [] } satisfies Issues) : undefined);
    this.retryAfter = options.retryAfter ?? waits[outcome];
  }

  /** The HTTP status of the answer. */
  get status(): number {
    return codes[this.outcome].status;
  }

  envelope(): Envelope {
    return {
      success: false,
      code: codes[this.outcome].code,
      message: this.message,
      ...(this.data === undefined ? {} : { data: this.data }),
    };
  }
}

/**
 * 40000: invalid values; the message is the first issue's. `issues` must not be empty.
 * @example
 * const wrong = refused([
 *   { field: 'beginDate', message: '不能早于今天' },
 *   { field: 'endDate', message: '不能早于生效日期' },
 * ]);
 */
export function refused(issues: Issues['fields']): Refusal {
  const data: Issues = { fields: issues };
  return new Refusal('refused', { ...(issues[0] === undefined ? {} : { message: issues[0].message }), data });
}

/** 40000 for some of the records of a write, in their order; the issues of a record that is written alone name no row. */
export const refusedRows = (issues: Issues['fields'], { length }: readonly unknown[]): Refusal =>
  refused(length > 1 ? issues.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0)) : issues.map(({ row: _row, ...issue }) => issue));

/**
 * 40000 for a single field.
 * @example
 * if (new Date().getDay() === 0) throw refusedField('startDate', '周日不能开始');
 */
export const refusedField = (field: string, message: string): Refusal => refused([{ field, message }]);

/** Refuses with 40400 unless all of these ids are among the rows that were found; of several ids, those that are not are named in `data.gone`. */
export function requireFound(ids: readonly string[], rows: readonly { readonly id: string }[]): void {
  const found = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !found.has(id));
  if (gone.length > 0) throw new Refusal('gone', ids.length > 1 ? { data: { gone } } : {});
}

/**
 * Throws the error of a part of a batch; a 40000 names its rows by their numbers in the whole batch. If the error names
 * no row, it concerns the only row of a part that has one.
 */
export function refuseOf(error: unknown, numbers: readonly number[]): never {
  if (!(error instanceof Refusal) || error.outcome !== 'refused') throw error;
  const { fields } = recordIn(error.data);
  if (!Array.isArray(fields) || fields.length === 0) throw error;
  const only = numbers.length === 1 ? 0 : undefined;
  throw refused(
    fields.map(({ row = only, ...issue }: Issues['fields'][number]) => {
      const number = row === undefined ? undefined : numbers[row];
      return number === undefined ? issue : { ...issue, row: number };
    }),
  );
}

/**
 * 40900 with the conflicting data: the browser shows where records are used, or what somebody else has saved meanwhile.
 * @example
 * const keepUsed = async (context: Context, id: string) => {
 *   const uses = await usesOf(context, context.resourceOf('acme/party'), [id]);
 *   if (uses.length > 0) throw conflict({ conflict: 'reference', uses }, inUse(uses, '停用'));
 * };
 */
export const conflict = (data: Conflict, message?: string): Refusal =>
  new Refusal('conflict', { data, ...(message === undefined ? {} : { message }) });
