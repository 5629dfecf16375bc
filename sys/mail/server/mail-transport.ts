import type { MailSettings } from '@back-office/server/platform/mail-settings.ts';
import { createTransport } from 'nodemailer';
import type { MailOutcome } from './mail-queue.ts';
import { outcomeOfError } from './outcome-of-error.ts';

/** A mail as it goes out. */
export interface OutgoingMail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly date: Date;
}

export interface MailTransport {
  /** Tries once. What went wrong is an outcome; throws only when the signal said to stop. */
  readonly send: (mail: OutgoingMail, signal: AbortSignal) => Promise<MailOutcome>;
  /** Lets go of the connections. */
  readonly close: () => void;
}

/** Connections at once, and mails of one connection. */
const connections = { maxConnections: 3, maxMessages: 100 };

/** Milliseconds for the steps of an attempt, and for all of it: a server that answers byte by byte holds nobody longer. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000, whole: 60_000 };

/** Opens the way to the server; nothing is connected before the first mail. Certificates are always held against the name of the server. */
export function openMailTransport(
  { host, port, tls, ca, signIn, from }: MailSettings,
  patience: Partial<typeof limits> = {},
): MailTransport {
  const { whole, ...timeouts } = { ...limits, ...patience };
  const transport = createTransport({
    ...connections,
    ...timeouts,
    pool: true,
    // A mail whose connection broke is tried again by its row, and counted.
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
