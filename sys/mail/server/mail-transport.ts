import type { MailSettings } from '@back-office/server/platform/mail-settings.ts';
import { createTransport } from 'nodemailer';
import type { Outcome } from '../../shared/server/outcome.ts';
import { outcomeOfError } from './outcome-of-error.ts';

/** An outgoing mail. */
export interface OutgoingMail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly date: Date;
}

export interface MailTransport {
  /** Tries once. Failures are returned as outcomes; throws only if aborted by the signal. */
  readonly send: (mail: OutgoingMail, signal: AbortSignal) => Promise<Outcome>;
  /** Closes the connections. */
  readonly close: () => void;
}

/** Concurrent connections, and mails per connection. */
const connections = { maxConnections: 3, maxMessages: 100 };

/** Timeouts in milliseconds for the steps of an attempt, and for all of it: a server that answers byte by byte cannot block it longer. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000, whole: 60_000 };

/** Prepares the connections to the server; none is opened before the first mail. Certificates are always verified for the server's name. */
export function openMailTransport(
  { host, port, tls, ca, signIn, from }: MailSettings,
  timeoutOverrides: Partial<typeof limits> = {},
): MailTransport {
  const { whole, ...timeouts } = { ...limits, ...timeoutOverrides };
  const transport = createTransport({
    ...connections,
    ...timeouts,
    pool: true,
    // A mail whose connection broke is retried by the queue, which counts it.
    maxRequeues: 0,
    maxResponseSize: 16_384,
    host,
    port,
    secure: tls === 'whole',
    requireTLS: tls === 'begun',
    ignoreTLS: tls === 'none',
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    ...(signIn === undefined ? {} : { auth: signIn }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, messageId, date }, stop) => {
      try {
        await transport.sendMail({
          from,
          to,
          envelope: { from: from.address, to: [to.address] },
          subject,
          text,
          textEncoding: 'base64',
          messageId,
          date,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.any([stop, AbortSignal.timeout(whole)]),
        });
        return { state: 'sent' };
      } catch (error) {
        stop.throwIfAborted();
        return outcomeOfError(error);
      }
    },
    close: () => transport.close(),
  };
}
