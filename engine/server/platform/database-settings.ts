import { z } from 'zod';
import { hostsOf } from './hosts-of.ts';
import { StartError } from './start-error.ts';

/** How a node receives events of other nodes: by LISTEN, or by polling rows. */
export type LiveBus = 'notify' | 'poll';

/** Hosts belong before the database's name: libpq also accepts several as a parameter, which the driver does not. */
const hasHostParameter = (text: string): boolean => new URLSearchParams(text.replace(/^[^?]*/, '')).get('host')?.includes(',') === true;

const isAddress = (text: string): boolean => /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text);

/** A password may contain a comma: only a comma before another address separates them. */
const splitAddresses = (text: string): string[] => text.split(/,\s*(?=postgres(?:ql)?:\/\/)/);

const waitRange = 'must be a whole number from 0 to 3600';

export const databaseVariables = {
  DATABASE_URL: z
    .string()
    .refine(
      (text) => !hasHostParameter(text),
      'must name its hosts before the name of the database: postgres://user:password@one:5432,two:5432/name',
    )
    .refine(
      (text) => hostsOf(text).every((each, _at, all) => isAddress(each) && (all.length === 1 || new URL(each).hostname !== '')),
      'must be a URL such as postgres://user:password@host:5432/name',
    )
    .optional(),
  DATABASE_WAIT_S: z.coerce.number(waitRange).int(waitRange).min(0, 'must be at least 0').max(3600, 'must be at most 3600').default(60),
  DATABASE_READ_URL: z
    .string()
    .refine(
      (text) => splitAddresses(text).every((each) => !hasHostParameter(each) && hostsOf(each).length === 1 && isAddress(each)),
      'must be URLs such as postgres://user:password@replica:5432/name, each of one host, with commas between them',
    )
    .optional(),
  LIVE_BUS: z.enum(['notify', 'poll'], 'must be notify or poll').default('notify'),
};

type Given = z.infer<z.ZodObject<typeof databaseVariables>>;

/** The address of the database, and how nodes receive events through it. Throws a StartError if the settings contradict each other. */
export function databaseOf({ DATABASE_URL, DATABASE_READ_URL, DATABASE_WAIT_S, LIVE_BUS }: Given) {
  if (LIVE_BUS === 'poll' && DATABASE_URL === undefined)
    throw new StartError('LIVE_BUS=poll needs DATABASE_URL: the embedded database has one node, which hears itself.');
  if (DATABASE_READ_URL !== undefined && DATABASE_URL === undefined)
    throw new StartError('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replicas.');
  return {
    databaseUrl: DATABASE_URL,
    databaseReadUrls: DATABASE_READ_URL === undefined ? [] : splitAddresses(DATABASE_READ_URL),
    databaseWait: DATABASE_WAIT_S * 1000,
    liveBus: LIVE_BUS,
  };
}
