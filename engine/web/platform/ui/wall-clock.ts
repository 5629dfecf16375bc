import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

/**
 * A day or a time of the server as calendars take it: what a clock on the wall shows, in no zone. In that of the browser an hour of it
 * could be missing, as where summer time begins there. With `format`, only what is written so is valid.
 */
export const wallClock = (time: string, format?: string): Dayjs => (format === undefined ? dayjs.utc(time) : dayjs.utc(time, format, true));
