import generatePicker from 'antd/es/date-picker/generatePicker';
import type { Dayjs } from 'dayjs';
import { serverTime } from '../session/server-time.ts';
import { wallClock } from './wall-clock.ts';

/** Days since Monday, the first day of the week. */
const sinceMonday = (day: Dayjs): number => (day.day() + 6) % 7;

function weekOf(day: Dayjs): number {
  const thursday = day.add(3 - sinceMonday(day), 'day');
  return Math.floor(thursday.diff(thursday.startOf('year'), 'day') / 7) + 1;
}

/** antd's date picker, whose 今天 and 此刻 are the server's, and which has no time zone: all of its times are those of `wallClock`. */
export const DatePicker = generatePicker<Dayjs>({
  getNow: () => wallClock(serverTime()),
  getFixedDate: (day) => wallClock(day),
  getEndDate: (day) => day.endOf('month'),
  getWeekDay: (day) => day.day(),
  getYear: (time) => time.year(),
  getMonth: (time) => time.month(),
  getDate: (time) => time.date(),
  getHour: (time) => time.hour(),
  getMinute: (time) => time.minute(),
  getSecond: (time) => time.second(),
  getMillisecond: (time) => time.millisecond(),
  addYear: (time, by) => time.add(by, 'year'),
  addMonth: (time, by) => time.add(by, 'month'),
  addDate: (time, by) => time.add(by, 'day'),
  setYear: (time, year) => time.year(year),
  setMonth: (time, month) => time.month(month),
  setDate: (time, date) => time.date(date),
  setHour: (time, hour) => time.hour(hour),
  setMinute: (time, minute) => time.minute(minute),
  setSecond: (time, second) => time.second(second),
  setMillisecond: (time, millisecond) => time.millisecond(millisecond),
  isAfter: (one, other) => one.isAfter(other),
  isValidate: (time) => time.isValid(),
  locale: {
    getWeekFirstDay: () => 1,
    getWeekFirstDate: (_locale, day) => day.subtract(sinceMonday(day), 'day'),
    getWeek: (_locale, day) => weekOf(day),
    getShortWeekDays: () => '日一二三四五六'.split(''),
    getShortMonths: () => Array.from({ length: 12 }, (_, month) => `${month + 1}月`),
    format: (_locale, time, format) => time.format(format),
    parse: (_locale, text, formats) => formats.map((format) => wallClock(text, format)).find((time) => time.isValid()) ?? null,
  },
});
