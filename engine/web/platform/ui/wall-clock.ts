import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

/**
 * A date or time of the server for calendars, as wall-clock time without a zone. In the browser's zone an hour of it could be missing,
 * where summer time begins there. With `format`, only text in that format is valid.
 */
export const wallClock = (time: string, format?: string): Dayjs => (format === undefined ? dayjs.utc(time) : dayjs.utc(time, format, true));
