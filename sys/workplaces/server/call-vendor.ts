import { recordIn } from '@back-office/contract/record-in.ts';
import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { z } from 'zod';
import { VendorFault } from './vendor-fault.ts';

/** Timeout of an answer in milliseconds, and its maximum size in bytes: the members of a department are in a single answer. */
const timeout = 10_000;
const maxBytes = 32 * 1024 * 1024;

/** How a vendor reports errors. */
export interface Vendor {
  /** Extracts the answer's code; zero, or none, means success. */
  readonly codeOf: (answer: Readonly<Record<string, unknown>>) => unknown;
  /** Codes for an expired app token. */
  readonly expired: readonly string[];
  /** Codes for "try again later". */
  readonly busy: readonly string[];
  /** Codes for a refused app, whoever signs in: the operator must fix it. */
  readonly refused: readonly string[];
}

export interface Question {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST, if present. */
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

/** Calls a vendor and parses its answer. Throws a `VendorFault` with its code, or a `WayRefusal`; neither contains secrets. */
export async function callVendor<Schema extends z.ZodType>(vendor: Vendor, question: Question, schema: Schema): Promise<z.output<Schema>> {
  const path = question.url.pathname;
  const { status, text } = await send(question);
  const body = jsonOf(text);
  const code = codeIn(vendor, body) ?? (status >= 400 ? `HTTP ${status}` : undefined);
  if (code !== undefined) {
    const isBusy = status >= 500 || status === 429 || vendor.busy.includes(code);
    const isUnavailable = isBusy || vendor.expired.includes(code) || vendor.refused.includes(code);
    throw new VendorFault(isUnavailable ? 'unavailable' : 'wrong', { path, code, isBusy });
  }
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const where = read.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new WayRefusal('wrong', new Error(`${path} was answered unlike its document: ${where.slice(0, 200)}`));
}

async function send({ url, headers, body, signal }: Question): Promise<{ status: number; text: string }> {
  try {
    const limit = AbortSignal.timeout(timeout);
    const response = await fetch(url, {
      // A redirect is an error, as secrets would be sent along.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await textOf(response) };
  } catch (error) {
    signal?.throwIfAborted();
    throw new WayRefusal('unavailable', new Error(`${url.pathname} was not answered: ${reasonOf(error)}`));
  }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The network's error, without the address. */
function reasonOf(error: unknown): string {
  const { cause } = recordIn(error);
  const { code, message } = recordIn(cause);
  if (typeof code === 'string') return code;
  return typeof message === 'string' ? message : error instanceof Error ? error.message : 'no reason';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeIn(vendor: Vendor, body: unknown): string | undefined {
  const code = vendor.codeOf(recordIn(body));
  return (typeof code === 'number' && code !== 0) || (typeof code === 'string' && code !== '0') ? String(code).slice(0, 60) : undefined;
}
