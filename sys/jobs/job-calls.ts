/** `GET sys/job/next-times`: when cron words would run, `YYYY-MM-DD HH:mm:ss` in the server's time zone. */
export interface NextTimes {
  readonly times: readonly string[];
}

/** Whether somebody is told of jobs that failed, among what they chose. */
export const notifyKey = 'jobs.notify';
