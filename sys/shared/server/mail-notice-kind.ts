/** The kind of the job that queues the messages about a notice. */
export const mailNoticeKind = 'mail-notice';
